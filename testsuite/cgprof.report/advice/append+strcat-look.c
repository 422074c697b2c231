/* Area:    advice, what grows
   Purpose: each of the strings that are put together is short.  */
#include <stdlib.h>
#include <string.h>

static char text[200000];

static void __attribute__ ((noinline))
add (const char *word)
{
  strcat (text, word);
}

int
main (void)
{
  for (int i = 0; i < 20000; i++)
    {
      if (i % 8 == 0)
	text[0] = '\0';
      add (i % 2 ? "one " : "twelve ");
    }
  return text[0] == '\0';
}
