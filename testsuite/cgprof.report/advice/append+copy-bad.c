/* Area:    advice, what grows
   Purpose: a text is copied into a larger block for each character
	    that is appended.  */
#include <stdlib.h>
#include <string.h>

int
main (void)
{
  char *text = malloc (1);
  size_t size = 0;
  while (size < 20000)
    {
      char *larger = malloc (size + 1);
      memcpy (larger, text, size); /* HERE */
      free (text);
      text = larger;
      text[size++] = 'x';
    }
  return text[size - 1] != 'x';
}
