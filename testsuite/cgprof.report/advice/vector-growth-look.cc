/* Area:    advice, vectors that grow
   Purpose: as many elements go to one vector, which keeps its storage.  */
#include <vector>

struct line
{
  std::vector<int> words_;
};

static int
fill (line &l, int n)
{
  l.words_.clear ();
  for (int i = 0; i < n; i++)
    l.words_.push_back (i);
  __asm__ volatile ("" : : "r" (&l) : "memory");
  return l.words_.back ();
}

int
main ()
{
  int sum = 0;
  line l;
  for (int i = 0; i < 100000; i++)
    sum += fill (l, 15 + i % 10);
  return sum != 1850000;
}
