/* Area:    advice, ordered containers
   Purpose: the same, but another function, which has it by a reference,
	    asks for what comes next.  */
#include <set>

static long __attribute__ ((noinline))
among (const std::set<int> &known, int n)
{
  __asm__ volatile ("" : : : "memory");
  long found = 0;
  for (int i = 0; i < n; i++)
    found += known.count (i * 2654435761u >> 12);
  return found;
}

static bool __attribute__ ((noinline))
last (const std::set<int> &known, int n)
{
  return known.upper_bound (n) == known.end ();
}

int
main ()
{
  std::set<int> known;
  for (int i = 0; i < 5000; i++)
    known.insert (i * 2654435761u >> 12);
  long found = 0;
  for (int i = 0; i < 100; i++)
    found += among (known, 5000);
  return found != 500000 || last (known, 0);
}
