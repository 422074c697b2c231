/* Area:    advice, lists
   Purpose: a list is filled once and gone over again and again.  */
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
  for (int each : shapes_)	/* HERE */
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
      sum += all.weigh ();
    }
  return sum != 5000L * 999 * 500;
}
