/* Area:    advice, small reads and writes
   Purpose: streams without a buffer of which much is asked at once, or which
	    somebody waits for, and one that has a buffer.  */
#include <stdio.h>
#include <unistd.h>

static char block[4096];

int
main (void)
{
  FILE *out = fopen ("/dev/null", "w");
  FILE *lines = fopen ("/dev/null", "w");
  int ends[2];
  if (!out || !lines || pipe (ends) != 0
      || setvbuf (lines, NULL, _IOLBF, 0) != 0)
    return 1;
  setbuf (out, NULL);
  FILE *waited = fdopen (ends[1], "w");
  setbuf (waited, NULL);
  for (int i = 0; i < 20000; i++)
    {
      char c;
      fwrite (block, 1, sizeof block, out);
      fprintf (lines, "a line %d\n", i);
      if (putc ('x', waited) == EOF || read (ends[0], &c, 1) != 1)
	return 1;
      fprintf (stderr, i > 0 ? "" : "begin\n");
    }
  return fclose (out) != 0;
}
