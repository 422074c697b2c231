/* Area:    advice, characters through locked streams
   Purpose: the program of locked-stdio-bad.c, as advised.  */

#include <stdio.h>

static FILE *out;

int
main (void)
{
  out = fopen ("/dev/null", "w");
  if (!out)
    return 1;

  for (int i = 0; i < 5000000; i++)
    putc_unlocked ('x', out);

  return fclose (out) != 0;
}
