/* Area:    advice, ordered containers
   Purpose: the program of ordered-to-unordered+reference-bad.cc, as
	    advised.  */
#include <unordered_set>

static long __attribute__ ((noinline))
among (const std::unordered_set<int> &known, int n)
{
  __asm__ volatile ("" : : : "memory");
  long found = 0;
  for (int i = 0; i < n; i++)
    found += known.count (i * 2654435761u >> 12);
  return found;
}

int
main ()
{
  std::unordered_set<int> known;
  for (int i = 0; i < 5000; i++)
    known.insert (i * 2654435761u >> 12);
  long found = 0;
  for (int i = 0; i < 100; i++)
    found += among (known, 5000);
  return found != 500000;
}
