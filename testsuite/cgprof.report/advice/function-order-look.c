/* Area:    advice, order of functions
   Purpose: functions that are called as often have a page each, but do not
	    run in turn.  */
/* { dg-options "-fno-toplevel-reorder" } */
#include "function-order.h"

#define BOTH(n) HOT (n) COLD (n)
FUNCTION_ORDER_ALL (BOTH)

#define CALL_OFTEN(n) \
  for (int i = 0; i < 3000; i++) \
    CALL (n)

static unsigned __attribute__ ((noipa))
turns (unsigned x)
{
  FUNCTION_ORDER_ALL (CALL_OFTEN)
  return x;
}

int
main (int argc, char **argv)
{
  return turns (argc) == 0 && !argv;
}
