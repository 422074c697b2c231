/* Area:    advice, vectors with insertions and removals
   Purpose: a queue whose first element is taken out each time.  */
#include <vector>

int
main ()
{
  std::vector<int> waiting;
  for (int i = 0; i < 20000; i++)
    waiting.push_back (i);
  long sum = 0;
  while (!waiting.empty ())
    {
      sum += waiting.front ();
      waiting.erase (waiting.begin ());	/* HERE */
    }
  return sum != 19999L * 10000;
}
