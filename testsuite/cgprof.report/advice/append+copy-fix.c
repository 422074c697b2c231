/* Area:    advice, what grows
   Purpose: the program of append+copy-bad.c, as advised.  */
#include <stdlib.h>
#include <string.h>

int
main (void)
{
  size_t room = 16;
  char *text = malloc (room);
  size_t size = 0;
  while (size < 20000)
    {
      if (size == room)
	{
	  char *larger = malloc (2 * room);
	  memcpy (larger, text, size);
	  free (text);
	  text = larger;
	  room *= 2;
	}
      text[size++] = 'x';
      __asm__ volatile ("" : : "r" (text) : "memory");
    }
  return text[size - 1] != 'x';
}
