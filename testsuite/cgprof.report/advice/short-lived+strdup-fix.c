/* Area:    advice, blocks freed at once
   Purpose: the program of short-lived+strdup-bad.c, as advised.  */
#include <stdlib.h>
#include <string.h>

static unsigned __attribute__ ((noipa))
letters (const char *text)
{
  char copy[16];
  strncpy (copy, text, sizeof copy);
  copy[0] ^= 1;
  return copy[0] + copy[1];
}

int
main (void)
{
  unsigned sum = 0;
  for (unsigned i = 0; i < 1000000; i++)
    sum += letters ("words");
  return sum == 1;
}
