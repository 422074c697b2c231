/* Area:    advice, small reads and writes
   Purpose: each function of streams, without buffers.  */
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
  setbuf (out, NULL);
  setbuf (in, NULL);
  for (unsigned i = 0; i < sizeof text - 1; i++)
    text[i] = 'a' + i % 26;
  int sum = 0;
  for (int i = 0; i < 20000; i++)
    {
      const char *what = text;
      __asm__ volatile ("" : "+r" (what) : : "memory");
      fputc ('x', out);		/* HERE */
      putc (i & 7, out);		/* HERE */
      fputs (what, out);		/* HERE */
      fwrite (what, 2, 5, out);		/* HERE */
      fprintf (out, "%d", i);		/* HERE */
      sum += fgetc (in);		/* HERE */
      sum += getc (in);		/* HERE */
      sum += fread (got, 1, 3, in);		/* HERE */
    }
  return fclose (out) != 0 || fclose (in) != 0 || sum < 0;
}
