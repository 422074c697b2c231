/* Area:    advice, repeated calls
   Purpose: the length of an unchanged string is taken for each
	    character; GCC cannot know that it is unchanged.  */
#include <stdlib.h>
#include <string.h>

int
main (void)
{
  size_t size = 20000;
  char *text = malloc (size + 1);
  memset (text, 'x', size);
  text[size] = '\0';
  unsigned sum = 0;
  for (size_t i = 0; i < strlen (text); i++) /* HERE */
    {
      sum += text[i];
      __asm__ volatile ("" : : "r" (text) : "memory");
    }
  return sum != 20000u * 'x';
}
