/* Area:    advice, order of functions
   Purpose: functions that run in turn have a page each.  */
/* { dg-options "-fno-toplevel-reorder" } */
#include "function-order.h"

#define BOTH(n) HOT (n) COLD (n)
FUNCTION_ORDER_ALL (BOTH)

static unsigned __attribute__ ((noipa))
turn (unsigned x)
{
  FUNCTION_ORDER_ALL (CALL)
  return x;
}

int
main (int argc, char **argv)
{
  unsigned x = argc;
  for (int i = 0; i < 3000; i++)
    x = turn (x);		/* HERE */
  return x == 0 && !argv;
}
