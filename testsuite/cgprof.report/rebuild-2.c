/* Two builds of a program, with -DOLD the older one: a call that was made in a loop
   is made once in each call of its function, and shares its counter.

   rebuild-2 N: that often.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>

/* Called by qsort as well.  */
__attribute__ ((noipa)) int
compare (const void *a, const void *b)
{
  return *(const char *) a - *(const char *) b;
}

__attribute__ ((noipa)) int
wrapper (const void *a, const void *b)
{
#ifdef OLD
  int sum = 0;
  for (int i = 0; i < 10; i++)
    sum += compare (a, b);
  return sum;
#else
  return compare (a, b);
#endif
}

int
main (int argc, char **argv)
{
  int sum = 0;
  for (int i = 0; i < atoi (argv[argc - 1]); i++)
    {
      char letters[2] = { i, i / 2 };
      qsort (letters, 2, 1, compare);
      sum += wrapper (&letters[0], &letters[1]);
    }
  return sum == 1;
}
