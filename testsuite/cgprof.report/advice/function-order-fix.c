/* Area:    advice, order of functions
   Purpose: the program of function-order-bad.c, as advised: what is called
	    stands together.  */
/* { dg-options "-fno-toplevel-reorder" } */
#include "function-order.h"

FUNCTION_ORDER_ALL (HOT)

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
    x = turn (x);
  return x == 0 && !argv;
}

FUNCTION_ORDER_ALL (COLD)
