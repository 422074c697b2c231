/* Area:    advice, containers that are too large
   Purpose: the room was used, though at the end there are no more than
	    four; one that is kept and cleared was full now and then.  */
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
      each.cells_.reserve (1000);
      for (int i = 0; i < 1000; i++)
	each.cells_.push_back (i);
      while (each.cells_.size () > 4)
	each.cells_.pop_back ();
      sum += each.cells_.back ();
    }

  std::vector<int> kept;
  for (int i = 0; i < 300000; i++)
    {
      int count = i % 1000 ? 2 : 1000;
      for (int j = 0; j < count; j++)
	kept.push_back (j);
      sum += kept.front ();
      kept.clear ();
    }
  return sum != 30000;
}
