/* Area:    plugin, records of containers
   Purpose: the flag of a thread's segment stays thread-local, though the
	    records refer to it before anything else does: code that read
	    something else would find no thread ready, and slowly begin
	    counting again at each entry.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-only "-O2" } */
/* { dg-options "-fpie" } */
/* { dg-plugin-args "advise=all" } */
/* { dg-final { cgprof-scan-asm-not {__cgprof_(ready|word)_1\(%rip\)} } } */

#include <vector>

void
fill (std::vector<int> &v, int n)
{
  for (int i = 0; i < n; i++)
    v.push_back (i);
}
