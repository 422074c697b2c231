/* System calls without libc's wrappers, for code that may run at any point of
   the program.

   SPDX-License-Identifier: MIT

   The slow paths of compiled code run with every register live, inside
   signal handlers and in threads that libc knows nothing of.  They make
   system calls by their instruction (base/arch.h) or else through syscall (2),
   which uses no vector register, and no sanitizer interposes it.  Of libc's
   own functions a forked child would meet a page first.  Each function of this
   file may be called in a signal handler and leaves errno as it was.  */

#ifndef CGPROF_RUNTIME_BASE_SYS_H
#define CGPROF_RUNTIME_BASE_SYS_H

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/calls.h"

/* Make system call NUMBER with arguments A to F.  Return its result, or minus
   an errno if it fails; so do the functions below that say nothing else.  Once
   the program has limited its calls, none but those for memory are made
   (base/calls.h).  */

static inline long
sys (long number, long a, long b, long c, long d, long e, long f)
{
  return cgrt_calls_make (number, a, b, c, d, e, f);
}

static inline long
sys_gettid (void)
{
  return sys (SYS_gettid, 0, 0, 0, 0, 0, 0);
}

static inline long
sys_getpid (void)
{
  return sys (SYS_getpid, 0, 0, 0, 0, 0, 0);
}

/* Map LENGTH bytes as mmap does.  Return their address and set *ERROR to 0, or
   return NULL and set *ERROR to an errno.  */

static inline void *
sys_mmap (void *where, uint64_t length, int protection, int flags, int fd,
	  uint64_t offset, int *error)
{
#ifdef SYS_mmap2
  long result = sys (SYS_mmap2, (long) where, (long) length, protection,
		     flags, fd, (long) (offset >> 12));
#elif defined __s390__
  /* Five arguments are what fits in registers there.  */
  const long arguments[] = { (long) where, (long) length, protection, flags,
			     fd, (long) offset };
  long result = sys (SYS_mmap, (long) arguments, 0, 0, 0, 0, 0);
#else
  long result = sys (SYS_mmap, (long) where, (long) length, protection,
		     flags, fd, (long) offset);
#endif
  *error = result < 0 && result > -4096 ? (int) -result : 0;
  return *error ? NULL : (void *) result;
}

static inline long
sys_munmap (void *where, uint64_t length)
{
  return sys (SYS_munmap, (long) where, (long) length, 0, 0, 0, 0);
}

/* Let the pages of [WHERE, WHERE + LENGTH) leave memory, which the program may
   have locked with all others (mlockall).  */

static inline void
sys_unlock (void *where, uint64_t length)
{
  sys (SYS_munlock, (long) where, (long) length, 0, 0, 0, 0);
}

static inline long
sys_open (const char *path, int flags, int mode)
{
  return sys (SYS_openat, AT_FDCWD, (long) path, flags, mode, 0, 0);
}

static inline long
sys_close (int fd)
{
  return sys (SYS_close, fd, 0, 0, 0, 0, 0);
}

static inline long
sys_ftruncate (int fd, uint64_t length)
{
  return sys (SYS_ftruncate, fd, (long) length, 0, 0, 0, 0);
}

/* Write all LENGTH bytes of DATA to FD.  Return 0 or an errno.  */

static inline int
sys_write (int fd, const void *data, size_t length)
{
  const char *from = data;
  while (length)
    {
      long done = sys (SYS_write, fd, (long) from, (long) length, 0, 0, 0);
      if (done == -EINTR)
	continue;
      if (done <= 0)
	return done ? (int) -done : ENOSPC;
      from += done;
      length -= (size_t) done;
    }
  return 0;
}

/* Write all LENGTH bytes of DATA to FD from OFFSET on, which moves FD's
   position.  Return 0 or an errno.  */

static inline int
sys_write_at (int fd, uint64_t offset, const void *data, size_t length)
{
  long at = sys (SYS_lseek, fd, (long) offset, SEEK_SET, 0, 0, 0);
  return at < 0 ? (int) -at : sys_write (fd, data, length);
}

/* Read LENGTH bytes or fewer at OFFSET of FD, whose position it moves.  Return
   how many, or minus an errno.  */

static inline long
sys_read_at (int fd, uint64_t offset, void *data, size_t length)
{
  long at = sys (SYS_lseek, fd, (long) offset, SEEK_SET, 0, 0, 0);
  return at < 0 ? at : sys (SYS_read, fd, (long) data, (long) length, 0, 0, 0);
}

/* Return the time of CLOCK in nanoseconds.  */

static inline uint64_t
sys_clock (clockid_t clock)
{
  /* The kernel's own struct timespec: two longs.  */
  long now[2] = { 0, 0 };
  sys (SYS_clock_gettime, clock, (long) now, 0, 0, 0, 0);
  return (uint64_t) now[0] * 1000000000u + (uint64_t) now[1];
}

/* Whether valgrind runs the program: it answers a request made of
   instructions that do nothing (in valgrind.h: RUNNING_ON_VALGRIND).  */

static inline int
sys_is_valgrind (void)
{
  uint64_t answer = 0;
#if defined __x86_64__ && !defined __ILP32__
  const uint64_t request[6] = { 0x1001 };
  __asm__ volatile ("rolq $3, %%rdi; rolq $13, %%rdi\n\t"
		    "rolq $61, %%rdi; rolq $51, %%rdi\n\t"
		    "xchgq %%rbx, %%rbx"
		    : "+d" (answer)
		    : "a" (request), "m" (request)
		    : "rdi", "cc");
#endif
  return answer != 0;
}

/* Whether the eight bytes at ADDRESS can be read.  The kernel is asked, by
   rt_sigprocmask with the invalid argument -1 for how to change the mask: it
   reads the eight bytes first and fails with EFAULT if it cannot, and
   otherwise with EINVAL.  System calls that are meant for reading memory are
   refused by some sandboxes.  Of address 0, which means no bytes, it is not
   asked.  Under valgrind, which warns of the invalid argument, and memcheck of
   bytes without a value, such a call is made nevertheless.  */

static inline int
sys_can_read (uint64_t address)
{
  if (sys_is_valgrind ())
    {
      uint64_t copy = 0;
      const struct { void *at; size_t size; }
	here = { &copy, sizeof copy },
	there = { (void *) (uintptr_t) address, sizeof copy };
      return sys (SYS_process_vm_readv, sys_getpid (), (long) &here, 1,
		  (long) &there, 1, 0) == sizeof copy;
    }
  return address != 0
	 && (sys (SYS_rt_sigprocmask, -1, (long) address, 0, 8, 0, 0)
	     == -EINVAL);
}

/* Whether the four bytes at ADDRESS, a multiple of four, can be written to.
   The kernel is asked by a futex operation that adds 0 to them and wakes
   nobody.  */

static inline int
sys_can_write (void *address)
{
  static uint32_t nobody;
  return sys (SYS_futex, (long) &nobody, FUTEX_WAKE_OP | FUTEX_PRIVATE_FLAG, 0,
	      0, (long) address,
	      FUTEX_OP (FUTEX_OP_ADD, 0, FUTEX_OP_CMP_EQ, 0)) != -EFAULT;
}

/* Return the set of signals that the calling thread blocks: bit N - 1 is
   signal N.  */

static inline uint64_t
sys_blocked (void)
{
  uint64_t mask = 0;
  sys (SYS_rt_sigprocmask, 0, 0, (long) &mask, sizeof mask, 0, 0);
  return mask;
}

/* Return the set of signals that are pending for the calling thread or for the
   process, as sys_blocked does.  */

static inline uint64_t
sys_pending (void)
{
  uint64_t pending = 0;
  sys (SYS_rt_sigpending, (long) &pending, sizeof pending, 0, 0, 0, 0);
  return pending;
}

/* Return the soft limit of RESOURCE (RLIMIT_*), UINT64_MAX for none.  */

static inline uint64_t
sys_limit (int resource)
{
  uint64_t limit[2] = { UINT64_MAX, UINT64_MAX };
  sys (SYS_prlimit64, 0, resource, 0, (long) limit, 0, 0);
  return limit[0];
}

#endif /* CGPROF_RUNTIME_BASE_SYS_H */
