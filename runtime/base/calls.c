/* The runtime's system calls, and the end of them.

   SPDX-License-Identifier: MIT  */

#include "base/calls.h"

#include <errno.h>
#include <stdint.h>
#include <sys/syscall.h>

#include "base/arch.h"
#include "base/memory.h"

int cgrt_limited;

/* How many threads are in spans.  */
static uint32_t threads;

/* How many spans the thread is in.  Threads that were made without
   thread-local variables of their own share it.  */
static CGRT_THREAD_LOCAL uint32_t spans;

int
cgrt_calls_begin (void)
{
  if (__atomic_load_n (&spans, __ATOMIC_RELAXED) == 0
      && __atomic_load_n (&cgrt_limited, __ATOMIC_RELAXED))
    return 0;
  if (__atomic_fetch_add (&spans, 1, __ATOMIC_RELAXED) > 0)
    return 1;
  __atomic_fetch_add (&threads, 1, __ATOMIC_SEQ_CST);
  if (!__atomic_load_n (&cgrt_limited, __ATOMIC_SEQ_CST))
    return 1;
  cgrt_calls_end ();
  return 0;
}

void
cgrt_calls_end (void)
{
  if (__atomic_fetch_sub (&spans, 1, __ATOMIC_RELAXED) == 1)
    __atomic_fetch_sub (&threads, 1, __ATOMIC_RELEASE);
}

void
cgrt_calls_limit (void)
{
  __atomic_store_n (&cgrt_limited, 1, __ATOMIC_SEQ_CST);
}

int
cgrt_calls_are_made (void)
{
  uint32_t own = __atomic_load_n (&spans, __ATOMIC_RELAXED) > 0;
  return __atomic_load_n (&threads, __ATOMIC_SEQ_CST) > own;
}

void
cgrt_calls_fork (void)
{
  __atomic_store_n (&threads, __atomic_load_n (&spans, __ATOMIC_RELAXED) > 0,
		    __ATOMIC_RELAXED);
}

long
cgrt_calls_make_for_program (long number, long a, long b, long c, long d,
			     long e, long f)
{
  return arch_call (number, a, b, c, d, e, f);
}

/* Whether call NUMBER gets memory.  */

static int
is_for_memory (long number)
{
#ifdef SYS_mmap2
  return number == SYS_mmap2;
#else
  return number == SYS_mmap;
#endif
}

long
cgrt_calls_make (long number, long a, long b, long c, long d, long e, long f)
{
  long result;

  if (__atomic_load_n (&spans, __ATOMIC_RELAXED) > 0)
    return cgrt_calls_make_for_program (number, a, b, c, d, e, f);
  if (!cgrt_calls_begin ())
    return is_for_memory (number)
	   ? cgrt_calls_make_for_program (number, a, b, c, d, e, f) : -EPERM;
  result = cgrt_calls_make_for_program (number, a, b, c, d, e, f);
  cgrt_calls_end ();
  return result;
}
