/* Area:    plugin, counting at call instructions
   Purpose: a register that counting takes at a call is left alone where the
	    user has reserved it.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-skip "-O2 -flto -ffat-lto-objects" } */
/* { dg-options "-w" } */
/* { dg-count "loop -> add" 1000 } */
/* { dg-count "loop -> other" 1000 } */

#ifdef __aarch64__
register unsigned long kept __asm__ ("x9");
#elif defined __x86_64__
register unsigned long kept __asm__ ("r10");
#else
unsigned long kept;
#endif

volatile int sum;

__attribute__ ((noipa)) void add (void) { sum++; }
__attribute__ ((noipa)) void other (void) { sum--; }

__attribute__ ((noipa)) int
loop (void)
{
  for (unsigned long i = 0; i < 1000; i++)
    {
      kept = 0x12345678ul + i;
      add ();
      other ();
      if (kept != 0x12345678ul + i)
	return 1;
    }
  return 0;
}

int
main (void)
{
  return loop () || sum;
}
