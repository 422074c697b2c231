/* Area:    advice, characters through locked streams
   Purpose: five million characters, one by one, in one thread.  */

#include <stdio.h>

static FILE *out;

int
main (void)
{
  out = fopen ("/dev/null", "w");
  if (!out)
    return 1;

  for (int i = 0; i < 5000000; i++)
    putc ('x', out);		/* HERE */

  return fclose (out) != 0;
}
