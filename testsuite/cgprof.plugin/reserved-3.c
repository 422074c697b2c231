/* Area:    plugin, segment
   Purpose: where functions have to save r11, one that is counted does.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-only "-O2" "-O3 -g" } */
/* { dg-native "names a register of x86-64" } */
/* { dg-options "-fcall-saved-r11" } */
/* { dg-count-spontaneous "saving" 10 } */

volatile int entered;

void
saving (void)
{
  entered++;
}

int
main (void)
{
  for (int i = 0; i < 10; i++)
    {
      unsigned long kept = 0x1234567890;
      register unsigned long r11 __asm__ ("r11") = kept;
      /* GCC does not know of this call.  */
      __asm__ volatile ("leaq\t-128(%%rsp), %%rsp\n\t"
			"call\tsaving\n\t"
			"leaq\t128(%%rsp), %%rsp"
			: "+r" (r11) : : "memory", "cc", "rax", "rdx");
      if (r11 != kept)
	return 1;
    }
  return entered != 10;
}
