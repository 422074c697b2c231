/* Area:    advice, hash tables that grow
   Purpose: a set of a hundred numbers is filled again and again.  */
#include <unordered_set>

struct scope
{
  std::unordered_set<int> names_;
};

static int
fill (scope &s, int n)
{
  for (int i = 0; i < n; i++)
    s.names_.insert (i * 17);	/* HERE */
  return s.names_.size ();
}

int
main ()
{
  int sum = 0;
  for (int i = 0; i < 5000; i++)
    {
      scope s;
      sum += fill (s, 100);
    }
  return sum != 500000;
}
