/* Area:    advice, inefficient hashes
   Purpose: the hash is one of 64 numbers.  */
#include <unordered_map>

struct hash
{
  std::size_t operator() (int key) const { return key & 63; }
};

struct table
{
  std::unordered_map<int, int, hash> values_;
};

int
main ()
{
  table t;
  for (int i = 0; i < 4096; i++)
    t.values_[i * 13] = i;
  long sum = 0;
  for (int i = 0; i < 100000; i++)
    sum += t.values_.find ((i & 4095) * 13)->second;	/* HERE */
  return sum == 0;
}
