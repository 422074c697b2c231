/* Area:    reporter: functions that are not on the stack
   Purpose: a function that a call instruction names was entered, though its tail
	    call led to code that is not counted and has another name, or can
	    have led there in several ways.  Nearly all of the time is theirs.  */

#include <stdlib.h>
#include <string.h>

#define NOINLINE __attribute__ ((noipa))

static volatile unsigned long sink;

static char letters[1 << 20];
static char *volatile text = letters;
static int numbers[1 << 14];

NOINLINE void
burn (unsigned long turns)
{
  while (turns--)
    sink++;
}

NOINLINE void
detour (unsigned long turns)
{
  burn (turns);
}

/* Both ways to BURN, none of which a stack tells.  */

NOINLINE void
forks (unsigned long turns)
{
  if (turns & 1)
    detour (turns);
  else
    burn (turns);
}

NOINLINE void
leads (unsigned long turns)
{
  forks (turns);
}

/* An ifunc.  */

NOINLINE size_t
measure (void)
{
  return strlen (text);
}

NOINLINE int
compare (const void *left, const void *right)
{
  const int *a = left;
  const int *b = right;
  return (*a > *b) - (*a < *b);
}

/* What jumps to qsort_r.  */

NOINLINE void
arrange (void)
{
  qsort (numbers, sizeof numbers / sizeof *numbers, sizeof *numbers, compare);
}

int
main (void)
{
  memset (letters, 'a', sizeof letters - 1);
  for (int i = 0; i < 10000; i++)
    sink += measure ();
  for (int i = 0; i < 100; i++)
    {
      numbers[i] = i;
      arrange ();
    }
  for (unsigned long i = 0; i < 20; i++)
    {
      leads (10000000 + i);
      sink++;
    }
  return 0;
}
