/* Area:    advice, what grows
   Purpose: the end of a string is looked for each time something is
	    appended.  */
#include <stdlib.h>
#include <string.h>

int
main (void)
{
  size_t size = 20000;
  char *text = malloc (size + 2);
  text[0] = '\0';
  for (size_t i = 0; i < size; i++)
    {
      size_t end = strlen (text); /* HERE */
      text[end] = 'x';
      text[end + 1] = '\0';
      __asm__ volatile ("" : : "r" (text) : "memory");
    }
  return text[size - 1] != 'x';
}
