/* Area:    advice, what grows
   Purpose: a function that gets only the buffer prints at its end.  */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void __attribute__ ((noipa))
note (char *text, unsigned number)
{
  sprintf (text + strlen (text), "%u,", number); /* HERE */
}

int
main (void)
{
  char *text = malloc (200000);
  text[0] = '\0';
  for (unsigned i = 0; i < 20000; i++)
    note (text, i % 100000);
  return strlen (text) < 20000;
}
