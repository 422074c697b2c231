/* Area:    plugin, segment
   Purpose: where GCC wants few bytes, what an entry does for a thread that has
	    no counters yet follows the test, which jumps over it.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-only "-Os" } */
/* { dg-options "-fpie" } */
/* { dg-final { cgprof-scan-asm {\n\s+cmpl\s+\$1, %fs:__cgprof_ready_1@tpoff\n\s+je\s+\S+\n(?:#[^\n]*\n)*\s+call\s+__cgprof_begin_1\n(?:#[^\n]*\n)*\S+:\n(?:#\w+\n)?\s+incq\s+%gs:\.Lcgprof_c0\(%rip\)\n} } } */

extern int other (void);

int
entered (int x)
{
  return other () + x;
}
