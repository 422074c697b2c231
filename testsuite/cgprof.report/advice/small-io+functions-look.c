/* Area:    advice, small reads and writes
   Purpose: streams without buffers that get and give much at once.  */
#include <stdio.h>

int
main (void)
{
  FILE *out = fopen ("/dev/null", "w");
  FILE *in = fopen ("/dev/zero", "r");
  static char text[1024];
  static char got[1024];
  if (!out || !in)
    return 1;
  setbuf (out, NULL);
  setbuf (in, NULL);
  for (unsigned i = 0; i < sizeof text - 1; i++)
    text[i] = 'a' + i % 26;
  int sum = 0;
  for (int i = 0; i < 20000; i++)
    {
      const char *what = text;
      __asm__ volatile ("" : "+r" (what) : : "memory");
      fputs (what, out);
      fwrite (what, 2, 500, out);
      fprintf (out, "%s%d", what, i);
      sum += fread (got, 10, 99, in);
    }
  return fclose (out) != 0 || fclose (in) != 0 || sum < 0;
}
