/* Area:    plugin, indirect functions
   Purpose: a call through a pointer to an ifunc, global or local, is a call
	    of it by name, though the pointer leads to a stub of the linker's
	    and a nameless word.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-options "-fno-pie" } */
/* { dg-link-options "-no-pie" } */
/* { dg-count "main -> indirect" 105 } */
/* { dg-calls "indirect" 105 } */
/* { dg-count "main -> local_indirect" 33 } */
/* { dg-calls "local_indirect" 33 } */

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
  return sum == 0;
}
