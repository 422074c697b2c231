/* Area:    advice, small reads and writes
   Purpose: the program of small-io+stream-bad.c, as advised.  */
#include <stdio.h>

int
main (void)
{
  FILE *out = fopen ("/dev/null", "w");
  if (!out)
    return 1;
  for (int i = 0; i < 100000; i++)
    putc ('a' + i % 26, out);
  return fclose (out) != 0;
}
