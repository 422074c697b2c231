/* Area:    advice, what grows
   Purpose: the program of append+strcat-bad.c, as advised.  */
#define _GNU_SOURCE 1
#include <stdlib.h>
#include <string.h>

static char text[200000];
static char *end = text;

static void __attribute__ ((noinline))
add (const char *word)
{
  end = stpcpy (end, word);
}

int
main (void)
{
  for (int i = 0; i < 20000; i++)
    {
      add (i % 2 ? "one " : "twelve ");
    }
  return text[0] == '\0';
}
