/* Area:    whole programs, overhead
   Purpose: calls of C in the usual mixture: recursion, calls between
	    exported functions and of the C library, small loops.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>

#define NOIPA __attribute__ ((noipa))

NOIPA int
ackermann (int m, int n)
{
  if (m == 0)
    return n + 1;
  return ackermann (m - 1, n == 0 ? 1 : ackermann (m, n - 1));
}

static NOIPA int
compare (const char *a, const char *b)
{
  return strcmp (a, b);
}

NOIPA int
fibonacci (int n)
{
  return n < 2 ? n : fibonacci (n - 1) + fibonacci (n - 2);
}

NOIPA int
loop (int n)
{
  char text[2] = "a";
  int sum = 0;
  for (int i = 0; i < n; i++)
    {
      text[0] = 'a' + i % 26;
      sum += compare (text, "m") > 0 ? fibonacci (3) : 1;
    }
  return sum;
}

int
main (void)
{
  return ackermann (2, 300) + fibonacci (23) + loop (20000) == 0;
}
