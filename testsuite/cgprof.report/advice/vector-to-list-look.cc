/* Area:    advice, vectors with insertions and removals
   Purpose: it is the last one that is taken out; the other's elements have to
	    lie one behind the other.  */
#include <vector>

static long __attribute__ ((noinline))
add (const int *numbers, std::size_t count)
{
  long sum = 0;
  while (count > 0)
    sum += numbers[--count];
  return sum;
}

int
main ()
{
  std::vector<int> waiting;
  for (int i = 0; i < 20000; i++)
    waiting.push_back (i);
  long sum = 0;
  while (!waiting.empty ())
    {
      sum += waiting.back ();
      waiting.erase (waiting.end () - 1);
    }
  std::vector<int> queue (20000);
  for (int i = 0; i < 5000; i++)
    {
      queue.erase (queue.begin ());
      queue.push_back (0);
      if (i % 1000 == 0)
	sum += add (&queue[0], queue.size ());
    }
  return sum != 19999L * 10000;
}
