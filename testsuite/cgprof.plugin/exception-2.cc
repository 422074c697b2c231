/* Area:    plugin and runtime, exceptions
   Purpose: samples while libgcc leaves its own frames for a handler's do no
	    harm: it has overwritten what they saved, so that return addresses
	    seem to be where this program has only small numbers.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-environment "CGPROF_OPTIONS=rate=20000" } */
/* { dg-count "main -> catcher(int)" 100000 } */
/* { dg-count "catcher(int) -> thrower(int)" 100000 } */
/* { dg-count "thrower(int) -> fill(long volatile*)" 100000 } */

#define NOIPA __attribute__ ((noipa))
#define WORDS 256

NOIPA void
fill (volatile long *words)
{
  for (int i = 0; i < WORDS; i++)
    words[i] = 3;
}

NOIPA void
thrower (int x)
{
  volatile long words[WORDS];
  fill (words);
  throw x + (int) words[x & 7];
}

/* A frame that is smaller than what is full of numbers.  */

NOIPA int
catcher (int x)
{
  volatile long words[WORDS / 2];
  words[0] = x;
  try
    {
      thrower (x);
    }
  catch (int caught)
    {
      return caught - (int) words[0];
    }
  return 0;
}

int
main ()
{
  int sum = 0;
  for (int i = 0; i < 100000; i++)
    sum += catcher (i);
  return sum != 300000;
}
