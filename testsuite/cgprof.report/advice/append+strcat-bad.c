/* Area:    advice, what grows
   Purpose: strcat looks for the end of all that it has put together.  */
#include <stdlib.h>
#include <string.h>

static char text[200000];

static void __attribute__ ((noinline))
add (const char *word)
{
  strcat (text, word);		/* HERE */
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
