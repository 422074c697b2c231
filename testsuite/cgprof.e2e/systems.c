/* The program of systems.exp: 300 calls of the library, 200 back.  */
#include <stdio.h>

int half (int, int (*) (int));

__attribute__ ((noipa)) int
back (int i)
{
  return i + 1;
}

__attribute__ ((noipa)) static int
local (int i)
{
  return half (i, back);
}

int
main (void)
{
  int sum = 0;

  for (int i = 0; i < 300; i++)
    sum += local (i);
  printf ("%d\n", sum);
  return 0;
}
