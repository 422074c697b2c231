// Loops of all shapes, that go round known numbers of times.
// SPDX-License-Identifier: GPL-3.0-or-later

#define COUNTED extern "C" __attribute__ ((noipa)) void

static volatile int sum;

COUNTED
leaf ()
{
  sum++;
}

COUNTED
thrower (int i)
{
  if (i % 4 == 0)
    throw i;
  sum++;
}

COUNTED
continued (int n, int rest)
{
  for (int i = 0; i < n; i++)
    {
      if (i % 3 == rest)
	continue;
      sum += i;
    }
}

COUNTED
switched (const char *p)
{
  for (; *p; p++)
    switch (*p)
      {
      case 'a':
	sum++;
	break;
      case 'b':
	sum += 2;
	break;
      case 'c':
	sum += 3;
	continue;
      case 'd':
	sum ^= 3;
	break;
      case 'e':
	sum *= 3;
	break;
      default:
	sum--;
      }
}

// Two ways lead back.

extern "C" __attribute__ ((noipa)) int
collatz (unsigned n)
{
  int count = 0;
  while (n != 1)
    if (n & 1)
      {
	n = 3 * n + 1;
	// It is even, which GCC 14 knows, and makes two rounds one.
	__asm__ ("" : "+r" (n));
      }
    else
      n /= 2, count++;
  return count;
}

// A way leads back to its first instruction.

COUNTED
begins (unsigned n)
{
  while (n != 1)
    if (n & 1)
      n = 3 * n + 1;
    else
      n /= 2, sum++;
}

// Calls are in front of it and all that is in it.

COUNTED
calls (int n)
{
  sum = 0;
  leaf ();
  do
    leaf ();
  while (sum != n);
}

COUNTED
middle (int n)
{
  int i = 0;
  goto test;
  do
    {
      leaf ();
    test:
      i++;
      sum++;
    }
  while (i < n);
}

// What the switch leads to is of the same class as what is behind calls, in the
// first loop as well.

COUNTED
both (const char *p, int n)
{
  for (int i = 0; i < n; i++)
    {
      leaf ();
      sum += i;
      leaf ();
    }
  for (; *p; p++)
    switch (*p)
      {
      case 'a':
	leaf ();
	// Fall through.
      case 'b':
	sum += 2;
	leaf ();
	// Fall through.
      case 'c':
	sum += 3;
	break;
      case 'd':
	sum ^= 3;
	leaf ();
	break;
      case 'e':
	sum *= 3;
	break;
      default:
	leaf ();
      }
}

// Exceptions lead back.

COUNTED
catches (int n)
{
  for (int i = 1; i < n; i++)
    try
      {
	for (int j = 1; j < n; j++)
	  thrower (j);
      }
    catch (int)
      {
	sum--;
      }
}

COUNTED
again (int n)
{
  thrower (1);
  for (;;)
    try
      {
	thrower (n++);
	break;
      }
    catch (int)
      {
      }
}

// It can be entered in four places.

COUNTED
duff (int n)
{
  int k = (n + 3) / 4;
  switch (n % 4)
    {
    case 0:
      do
	{
	  leaf ();
	case 3:
	  leaf ();
	case 2:
	  leaf ();
	case 1:
	  leaf ();
	}
      while (--k > 0);
    }
}

int
main ()
{
  continued (10, 0);
  continued (20, 1);
  switched ("abcabcdexyz");
  collatz (27);
  begins (27);
  calls (7);
  middle (9);
  both ("abcdexyz", 3);
  catches (3);
  catches (7);
  again (4);
  duff (17);
}
