/* Area:    advice, what grows
   Purpose: the program of append+lines-bad.c, as advised.  */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char * __attribute__ ((noipa))
note (char *end, unsigned number)
{
  return end + sprintf (end, "%u,", number);
}

int
main (void)
{
  char *text = malloc (200000);
  char *end = text;
  for (unsigned i = 0; i < 20000; i++)
    end = note (end, i % 100000);
  return end - text < 20000;
}
