// Area:    runtime: sampling under stress
// Purpose: the library that comes and goes.

#include <stdexcept>

#define NOINLINE __attribute__ ((noipa))

static volatile unsigned long sink;

NOINLINE int
library_step (int depth)
{
  for (int i = 0; i < 200; i++)
    sink++;
  if (depth == 0)
    throw std::logic_error ("library");
  return library_step (depth - 1) + 1;
}

extern "C" NOINLINE int
library_work (int depth)
{
  try
    {
      return library_step (depth);
    }
  catch (const std::logic_error &)
    {
      return -1;
    }
}
