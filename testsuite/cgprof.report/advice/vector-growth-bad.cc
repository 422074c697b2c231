/* Area:    advice, vectors that grow
   Purpose: a vector of twenty numbers is filled again and again.  */
#include <vector>

struct line
{
  std::vector<int> words_;
};

static int
fill (line &l, int n)
{
  for (int i = 0; i < n; i++)
    l.words_.push_back (i);	/* HERE */
  __asm__ volatile ("" : : "r" (&l) : "memory");
  return l.words_.back ();
}

int
main ()
{
  int sum = 0;
  for (int i = 0; i < 100000; i++)
    {
      line l;
      sum += fill (l, 20);
    }
  return sum != 1900000;
}
