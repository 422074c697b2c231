/* Area:    advice, vectors with insertions and removals
   Purpose: the program of vector-to-list+midst-bad.cc, as advised.  */
#include <list>

struct line
{
  char text[120];
  int number;
};

int
main ()
{
  std::list<line> lines;
  for (int i = 0; i < 20000; i++)
    lines.push_back ({ { 0 }, i });
  /* One more behind every tenth.  */
  int count = 0;
  for (auto it = lines.begin (); it != lines.end (); ++it)
    if (it->number % 10 == 9)
      {
	++it;
	it = lines.insert (it, { { 0 }, 0 });
	count++;
      }
  long sum = 0;
  for (auto &each : lines)
    sum += each.number;
  return sum != 19999L * 10000 || count != 2000;
}
