/* Area:    advice, repeated calls
   Purpose: as many lengths of one buffer, whose text is another each time.  */
#include <stdlib.h>
#include <string.h>

int
main (void)
{
  size_t size = 20000;
  char *text = malloc (size + 1);
  memset (text, 'x', size);
  unsigned sum = 0;
  for (size_t i = 0; i < size; i++)
    {
      /* Lines of 10000 to 20000 bytes in one buffer.  */
      size_t end = 10000 + i * 7919 % 10000;
      text[end] = '\0';
      sum += strlen (text);
      text[end] = 'x';
    }
  return sum == 0;
}
