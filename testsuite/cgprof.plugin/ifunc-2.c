/* Area:    plugin, indirect functions
   Purpose: a call through a pointer to an ifunc, global or local, is a call
	    of it by name, though the pointer leads to a stub of the linker's
	    and a nameless word.  On processors where it leads to what was
	    chosen, it is a call of that.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-options "-fno-pie" } */
/* { dg-link-options "-no-pie" } */
/* { dg-count "main -> indirect" @indirect } */
/* { dg-calls "indirect" @indirect } */
/* { dg-count "main -> implementation" @chosen } */
/* { dg-count "main -> local_indirect" @local } */
/* { dg-calls "local_indirect" @local } */
/* { dg-count "main -> local_implementation" @chosen_local } */

#include <stdio.h>

static __attribute__ ((noipa)) int
implementation (int x)
{
  return x * 2;
}

static __attribute__ ((noipa)) int
local_implementation (int x)
{
  return x + 7;
}

static void *
resolve (void)
{
  return (void *) implementation;
}

static void *
resolve_local (void)
{
  return (void *) local_implementation;
}

int indirect (int) __attribute__ ((ifunc ("resolve")));
static int local_indirect (int) __attribute__ ((ifunc ("resolve_local")));

int (*volatile pointer) (int) = indirect;

int
main (void)
{
  int sum = 0;
  int (*volatile local) (int) = local_indirect;
  for (int i = 0; i < 100; i++)
    sum += indirect (i);
  for (int i = 0; i < 5; i++)
    sum += pointer (i);
  for (int i = 0; i < 30; i++)
    sum += local_indirect (i);
  for (int i = 0; i < 3; i++)
    sum += local (i);
  int chosen = pointer == implementation ? 5 : 0;
  int chosen_local = local == local_implementation ? 3 : 0;
  printf ("indirect %d\nchosen %d\n", 105 - chosen, chosen);
  printf ("local %d\nchosen_local %d\n", 33 - chosen_local, chosen_local);
  return sum == 0;
}
