/* Area:    plugin, slow paths
   Purpose: a register that the user has reserved is left alone, also where
	    counting needs one that functions may change.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-native "names a register of x86-64" } */
/* { dg-skip "-O2 -flto -ffat-lto-objects" } */
/* { dg-options "-w" } */
/* { dg-link-options "-pthread" } */
/* { dg-count "loop -> add" 1000 } */
/* { dg-count "loop -> twice" 1000 } */
/* { dg-count "run -> loop" 1 } */
/* { dg-count "main -> loop" 1 } */

#include <pthread.h>

register unsigned long kept __asm__ ("r11");

#define VALUE 0x1234567890abcdef

volatile int sum;

__attribute__ ((noinline)) void add (void) { sum++; }
__attribute__ ((noinline)) void twice (void) { sum += 2; }
__attribute__ ((noinline)) void three (void) { sum += 3; }
__attribute__ ((noinline)) void four (void) { sum += 4; }
__attribute__ ((noinline)) void five (void) { sum += 5; }
__attribute__ ((noinline)) void six (void) { sum += 6; }

void (*volatile table[]) (void) = { add, twice, three, four, five, six };

/* Its first call in a thread takes the slow path of its entry.  */

__attribute__ ((noinline)) int
loop (void)
{
  for (int i = 0; i < 3000; i++)
    {
      kept = VALUE + i;
      table[i % 6] ();
      if (kept != VALUE + i)
	return 1;
    }
  return 0;
}

void *
run (void *unused)
{
  (void) unused;
  return loop () ? (void *) &sum : 0;
}

int
main (void)
{
  pthread_t thread;
  void *wrong;
  if (loop () || pthread_create (&thread, 0, run, 0)
      || pthread_join (thread, &wrong))
    return 1;
  return wrong != 0;
}
