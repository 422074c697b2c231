/* Area:    plugin, notices
   Purpose: a function of a name that the runtime is told of may be the program's
	    own, and be called without the arguments that such a function has.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-options "-std=gnu11 -fno-builtin" } */
/* { dg-count "main -> signal" 1 } */
/* { dg-count "main -> sigaction" 2 } */

static int called;

__attribute__ ((noipa)) int
signal ()
{
  return ++called;
}

__attribute__ ((noipa)) int
sigaction ()
{
  return ++called;
}

int
main (void)
{
  signal ();
  sigaction ();
  sigaction (1.5);
  return called != 3;
}
