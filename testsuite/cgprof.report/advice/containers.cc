/* Area:    advice, containers
   Purpose: calls of containers, of which each compilation counts the
	    same.  */
#include <list>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

struct bad_hash
{
  std::size_t operator() (int key) const { return key & 7; }
};

struct all
{
  std::map<std::string, int> words_;
  std::unordered_map<int, int, bad_hash> table_;
  std::list<int> list_;
  std::vector<int> queue_;
  std::vector<int> room_;
  long use (int n);
};

static int
count (const std::map<std::string, int> &words, const std::string &word)
{
  return words.count (word);
}

long
all::use (int n)
{
  long sum = 0;
  for (int i = 0; i < n; i++)
    {
      words_[std::to_string (i)] = i;
      table_[i * 8 + i % 5] = i;
      list_.push_back (i);
      queue_.push_back (i);
    }
  auto &words = words_;
  for (int i = 0; i < n; i++)
    {
      auto found = words.find (std::to_string (i * 2));
      if (found != words.end ())
	sum += found->second;
      sum += count (words_, "12");
      sum += table_.find (i * 8 + i % 5)->second;
    }
  for (int i = 0; i < 10; i++)
    for (int each : list_)
      sum += each;
  queue_.insert (queue_.end (), n);
  while (!queue_.empty ())
    queue_.erase (queue_.begin ());
  room_.reserve (4096);
  room_.push_back (1);
  room_.clear ();
  return sum;
}

int
main ()
{
  long sum = 0;
  for (int i = 0; i < 20; i++)
    {
      all each;
      sum += each.use (1000);
    }
  return sum == 0;
}
