/* Area:    advice, vectors that grow
   Purpose: the program of vector-growth-bad.cc, as advised.  */
#include <vector>

struct line
{
  std::vector<int> words_;
};

static int
fill (line &l, int n)
{
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
    {
      l.words_.clear ();
      sum += fill (l, 20);
    }
  return sum != 1900000;
}
