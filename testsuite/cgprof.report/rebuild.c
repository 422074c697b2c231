/* Two builds of a program, with -DOLD the older one: a function is gone and one
   was added, and calls of others are the same.

   rebuild N: the loop runs N times.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
__attribute__ ((noipa)) int leaf (int x) { return x + 1; }
__attribute__ ((noipa)) int one (int x) { return x * 2; }
__attribute__ ((noipa)) int two (int x) { return x * 3; }
#ifdef OLD
__attribute__ ((noipa)) int gone (int x) { return leaf (x) + leaf (x); }
#else
__attribute__ ((noipa)) int added (int x) { return leaf (x) - 7; }
#endif
int (*volatile pointer) (int);
/* Called by qsort as well.  */
__attribute__ ((noipa)) int compare (const void *a, const void *b)
{
  return *(const char *) a - *(const char *) b;
}
__attribute__ ((noipa)) int work (int x)
{
  volatile int sum = x;
  for (int i = 0; i < 20000; i++)
    sum += i;
  return leaf (sum);
}
__attribute__ ((noipa)) int caller (int n)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    {
#ifdef OLD
      sum += gone (i);
#else
      sum += added (i);
#endif
      if (i % 3 == 0)
	sum += one (i);
      sum += leaf (i);
      pointer = i % 2 ? one : two;
      sum += pointer (i);
      char two_letters[2] = { i, i / 2 };
      qsort (two_letters, 2, 1, compare);
      sum += compare (&two_letters[0], &two_letters[1]);
      sum += compare (&two_letters[1], &two_letters[0]);
    }
  return sum;
}
int main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 10;
  int sum = caller (n);
  for (int i = 0; i < 500; i++)
    sum += work (i);
  return sum == 1;
}
