/* Area:    advice, vectors with insertions and removals
   Purpose: the program of vector-to-list-bad.cc, as advised.  */
#include <deque>

int
main ()
{
  std::deque<int> waiting;
  for (int i = 0; i < 20000; i++)
    waiting.push_back (i);
  long sum = 0;
  while (!waiting.empty ())
    {
      sum += waiting.front ();
      waiting.erase (waiting.begin ());
    }
  return sum != 19999L * 10000;
}
