/* Area:    plugin and runtime, threads
   Purpose: threads made, and begun, by code without the plugin: each counts
	    from the first instrumented function it comes to.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-options "-pthread" } */
/* { dg-link-options "-pthread" } */
/* { dg-plain-sources "threads-10b.c" } */
/* { dg-count "callback -> leaf" 6000 } */
/* { dg-count "main -> plain_threads" 1 } */
/* { dg-count-spontaneous "callback" 60 } */
/* { dg-count-spontaneous "named" 6 } */
/* { dg-count "named -> leaf" 60 } */

extern int plain_threads (int (*) (int));

__attribute__ ((noipa)) int
leaf (int x)
{
  return x + 1;
}

static __attribute__ ((noipa)) int
callback (int x)
{
  for (int i = 0; i < 100; i++)
    x ^= leaf (i);
  return x;
}

__attribute__ ((noipa)) int
named (int x)
{
  for (int i = 0; i < 10; i++)
    x ^= leaf (i);
  return x;
}

int
main (void)
{
  return plain_threads (callback);
}
