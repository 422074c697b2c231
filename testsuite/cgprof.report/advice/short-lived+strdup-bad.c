/* Area:    advice, blocks freed at once
   Purpose: each turn of a loop copies a string and frees the copy.  */
#include <stdlib.h>
#include <string.h>

static unsigned __attribute__ ((noipa))
letters (const char *text)
{
  char *copy = strdup (text);	/* HERE */
  copy[0] ^= 1;
  unsigned sum = copy[0] + copy[1];
  free (copy);
  return sum;
}

int
main (void)
{
  unsigned sum = 0;
  for (unsigned i = 0; i < 1000000; i++)
    sum += letters ("words");
  return sum == 1;
}
