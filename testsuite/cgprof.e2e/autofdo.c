/* Code whose places run known numbers of times: inlined calls, blocks of one line,
   indirect calls.
   SPDX-License-Identifier: GPL-3.0-or-later  */

typedef int function (int);

static volatile int sink;

static inline __attribute__ ((always_inline)) int
small (int x)
{
  if (x % 10 == 0)
    sink = x;
  return x + sink;
}

__attribute__ ((noipa)) int
one (int x)
{
  sink += x;
  return x;
}

__attribute__ ((noipa)) int
two (int x)
{
  sink -= x;
  return x;
}

__attribute__ ((noipa)) int
never (int x)
{
  sink = x;
  return x;
}

__attribute__ ((noipa)) int
work (int n, function **functions)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    {
      sum += small (i);
      sum += functions[i % 4 == 0] (i);
    }
  return sum;
}

int
main (int argc, char **argv)
{
  function *functions[] = { one, two };
  (void) argv;
  if (argc > 1)
    never (argc);
  for (int i = 0; i < 3; i++)
    work (1000, functions);
  return 0;
}
