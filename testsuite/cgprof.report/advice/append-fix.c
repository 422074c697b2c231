/* Area:    advice, what grows
   Purpose: the program of append-bad.c, as advised.  */
#include <stdlib.h>
#include <string.h>

int
main (void)
{
  size_t size = 20000;
  char *text = malloc (size + 2);
  text[0] = '\0';
  size_t end = strlen (text);
  for (size_t i = 0; i < size; i++)
    {
      text[end++] = 'x';
      text[end] = '\0';
      __asm__ volatile ("" : : "r" (text) : "memory");
    }
  return text[size - 1] != 'x';
}
