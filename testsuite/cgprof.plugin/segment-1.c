/* Area:    plugin, segment
   Purpose: code of a program counts through the segment register: a call
	    costs one instruction and no register, an entry three, before
	    all else.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-only "-O2" } */
/* { dg-options "-fpie" } */
/* { dg-final { cgprof-scan-asm {^entered:\n.LFB\d+:\n\s+\.cfi_startproc\n\s+cmpl\s+\$1, %fs:__cgprof_ready_1@tpoff\n\s+jne\s+\S+\n\S+:\n(?:#\w+\n)?\s+incq\s+%gs:\.Lcgprof_c0\(%rip\)\n} } } */
/* { dg-final { cgprof-scan-asm {\n\s+incq\s+%gs:8\+\.Lcgprof_c0\(%rip\)\n(?:#\w+\n)?\s+call\s+other} } } */

extern int other (void), another (void);

int
entered (int x)
{
  if (x)
    other ();
  return another () + 1;
}
