/* Area:    advice, hash tables that grow
   Purpose: as many elements go to one set, which keeps its buckets.  */
#include <unordered_set>

struct scope
{
  std::unordered_set<int> names_;
};

static int
fill (scope &s, int n)
{
  for (int i = 0; i < n; i++)
    s.names_.insert (i * 17);
  return s.names_.size ();
}

int
main ()
{
  int sum = 0;
  scope s;
  for (int i = 0; i < 5000; i++)
    {
      s.names_.clear ();
      sum += fill (s, 100);
    }
  return sum != 500000;
}
