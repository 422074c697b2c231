/* Area:    advice, vectors with insertions and removals
   Purpose: it is the last one that is taken out.  */
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
      sum += waiting.back ();
      waiting.erase (waiting.end () - 1);
    }
  return sum != 19999L * 10000;
}
