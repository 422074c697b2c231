/* Area:    advice, containers that are too large
   Purpose: the program of too-large-bad.cc, as advised.  */
#include <vector>

struct row
{
  std::vector<int> cells_;
  ~row () {}
};

int
main ()
{
  std::vector<row> rows (10000);
  long sum = 0;
  for (auto &each : rows)
    {
      each.cells_.reserve (4);
      for (int i = 0; i < 4; i++)
	each.cells_.push_back (i);
      sum += each.cells_.back ();
    }
  return sum != 30000;
}
