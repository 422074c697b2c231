/* Area:    plugin, notices
   Purpose: a function of a name that the runtime is told of may be the program's
	    own, and be called without the arguments that such a function has.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-options "-std=gnu11 -fno-builtin" } */
/* { dg-count "main -> signal" 2 } */

static int called;

__attribute__ ((noipa)) int
signal ()
{
  return ++called;
}

extern int sigaction ();

__attribute__ ((noipa)) void
never (void)
{
  sigaction ();
  sigaction (1.5);
}

int
main (void)
{
  signal ();
  signal (1.5);
  return called != 2;
}
