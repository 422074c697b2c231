/* Area:    advice, small reads and writes
   Purpose: characters are written through a stream that has no buffer.  */
#include <stdio.h>

int
main (void)
{
  FILE *out = fopen ("/dev/null", "w");
  if (!out || setvbuf (out, NULL, _IONBF, 0) != 0)
    return 1;
  for (int i = 0; i < 100000; i++)
    putc ('a' + i % 26, out);	/* HERE */
  return fclose (out) != 0;
}
