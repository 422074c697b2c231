/* Area:    plugin, entries
   Purpose: a call that surely follows the entry has no counter of its own.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-only "-O2" "-O3 -g" } */
/* { dg-final { cgprof-scan-asm {cgprof_cnt,[^\n]*\n[^\n]*\n[^\n]*:\n\s+\.zero\s+8$} } } */
/* { dg-final { cgprof-scan-asm-not {cgprof_cnt,[^\n]*\n[^\n]*\n[^\n]*:\n\s+\.zero\s+16$} } } */

extern int leaf (int);

int
surely (int x)
{
  return leaf (x * 3 + 1) + 1;
}
