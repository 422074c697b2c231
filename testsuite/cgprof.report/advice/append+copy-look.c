/* Area:    advice, what grows
   Purpose: blocks of changing size are copied.  */
#include <stdlib.h>
#include <string.h>

int
main (void)
{
  char *from = calloc (20000, 1);
  char *to = calloc (20000, 1);
  for (size_t i = 0; i < 20000; i++)
    {
      memcpy (to, from, 10000 + i * 7919 % 10000);
      __asm__ volatile ("" : : "r" (to) : "memory");
    }
  return to[0];
}
