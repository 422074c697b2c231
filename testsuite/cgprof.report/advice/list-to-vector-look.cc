/* Area:    advice, lists
   Purpose: something is taken out of its midst, where a vector would have to
	    move the rest.  */
#include <list>

struct scene
{
  std::list<int> shapes_;
  long weigh () const;
};

long __attribute__ ((noinline))
scene::weigh () const
{
  __asm__ volatile ("" : : : "memory");
  long sum = 0;
  for (int each : shapes_)
    sum += each;
  return sum;
}

int
main ()
{
  scene all;
  for (int i = 0; i < 1000; i++)
    all.shapes_.push_back (i);
  long sum = 0;
  for (int i = 0; i < 5000; i++)
    {
      auto place = all.shapes_.begin ();
      ++place;
      all.shapes_.erase (place);
      all.shapes_.push_back (i);
      sum += all.weigh ();
    }
  return sum == 0;
}
