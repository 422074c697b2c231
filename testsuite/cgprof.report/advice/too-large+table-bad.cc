/* Area:    advice, containers that are too large
   Purpose: a hash table has room for ten thousand, and gets four.  */
#include <unordered_set>

static int __attribute__ ((noinline))
count (const int *numbers, int n)
{
  std::unordered_set<int> known;
  known.reserve (10000);
  for (int i = 0; i < n; i++)
    known.insert (numbers[i]);
  return known.size ();
}	/* HERE */

int
main ()
{
  static int numbers[10000];
  for (int i = 0; i < 10000; i++)
    numbers[i] = i % 5000;
  int sum = 0;
  for (int i = 0; i < 5000; i++)
    sum += count (numbers, 4);
  return sum == 0;
}
