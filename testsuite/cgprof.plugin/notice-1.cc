/* Area:    plugin, notices
   Purpose: what the runtime is told of calls of _exit, exec and syscall fits
	    into functions with cleanups, setjmp and handlers, and changes
	    neither results nor errno.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-options "-fchecking=2" } */
/* { dg-final { cgprof-scan-asm "call\[ \t\]+__cgprof_notice_1" } } */
/* { dg-count "attempt(int) -> syscall" 30 } */
/* { dg-count "attempt(int) -> execv" 30 } */
/* { dg-count "quit(int) -> leaf(int)" 1 } */
/* { dg-calls "__cgprof_notice_1" 0 } */
/* { dg-count "tail(long) -> syscall" 40 } */

#include <errno.h>
#include <setjmp.h>
#include <sys/syscall.h>
#include <unistd.h>

__attribute__ ((noipa)) int
leaf (int x)
{
  return x + 1;
}

struct cleanup
{
  ~cleanup () { leaf (1); }
};

static jmp_buf back;

__attribute__ ((noipa)) int
attempt (int i)
{
  cleanup object;
  char *arguments[] = { (char *) "x", 0 };
  try
    {
      if (setjmp (back))
	return 3;
      errno = 0;
      if (syscall (SYS_close, -1) != -1 || errno != EBADF)
	return 1;
      if (execv ("/nonexistent/x", arguments) != -1 || errno != ENOENT)
	return 2;
      if (i % 3 == 0)
	longjmp (back, 1);
      if (i % 3 == 1)
	throw i;
    }
  catch (int)
    {
      return 4;
    }
  return 0;
}

__attribute__ ((noipa)) long
tail (long number)
{
  return syscall (number);
}

__attribute__ ((noipa)) void
quit (int status)
{
  leaf (status);
  _exit (status);
}

int
main ()
{
  int results[5] = { 0, 0, 0, 0, 0 };
  for (int i = 0; i < 30; i++)
    results[attempt (i)]++;
  for (int i = 0; i < 40; i++)
    if (tail (SYS_getpid) != getpid ())
      return 1;
  quit (results[0] == 10 && results[3] == 10 && results[4] == 10 ? 0 : 2);
}
