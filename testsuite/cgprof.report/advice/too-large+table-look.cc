/* Area:    advice, containers that are too large
   Purpose: half of the room is used.  */
#include <unordered_set>

static int __attribute__ ((noinline))
count (const int *numbers, int n)
{
  std::unordered_set<int> known;
  known.reserve (10000);
  for (int i = 0; i < n; i++)
    known.insert (numbers[i]);
  return known.size ();
}

int
main ()
{
  static int numbers[10000];
  for (int i = 0; i < 10000; i++)
    numbers[i] = i % 5000;
  int sum = 0;
  for (int i = 0; i < 100; i++)
    sum += count (numbers, 10000);
  return sum == 0;
}
