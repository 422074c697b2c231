/* Area:    advice, small reads and writes
   Purpose: the program of small-io+functions-bad.c, as advised.  */
#include <stdio.h>

int
main (void)
{
  FILE *out = fopen ("/dev/null", "w");
  FILE *in = fopen ("/dev/zero", "r");
  static char text[16];
  static char got[1024];
  if (!out || !in)
    return 1;
  for (unsigned i = 0; i < sizeof text - 1; i++)
    text[i] = 'a' + i % 26;
  int sum = 0;
  for (int i = 0; i < 20000; i++)
    {
      const char *what = text;
      __asm__ volatile ("" : "+r" (what) : : "memory");
      fputc ('x', out);
      putc (i & 7, out);
      fputs (what, out);
      fwrite (what, 2, 5, out);
      fprintf (out, "%d", i);
      sum += fgetc (in);
      sum += getc (in);
      sum += fread (got, 1, 3, in);
    }
  return fclose (out) != 0 || fclose (in) != 0 || sum < 0;
}
