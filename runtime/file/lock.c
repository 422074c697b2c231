/* The runtime's two locks, on which signal handlers and fork cannot deadlock.

   SPDX-License-Identifier: MIT  */

#include "file/lock.h"

#include <limits.h>
#include <linux/futex.h>
#include <signal.h>

#include "base/memory.h"
#include "base/process.h"
#include "base/sys.h"

#define KERNEL_MASK_SIZE 8

/* How often cgrt_lock_briefly lets others run, and then sleeps for NAP
   nanoseconds: who holds the lock may wait for a processor.  */
#define MAX_YIELDS 100
#define MAX_NAPS 200
#define NAP 100000

/* How often cgrt_lock_counting tries: a second or so.  */
#define MAX_TRIES (1 << 26)

/* Nanoseconds for which a limit waits for calls of other threads'.  One of
   them may have been killed by a debugger, or stopped.  */
#define LIMIT_PATIENCE 1000000000u

struct cgrt_lock cgrt_memory_lock;
struct cgrt_lock cgrt_session_lock;

static void (*leave_profile) (void);

/* A lock's word: these, and the rest the holder's mark.  BARE: its signals are
   not blocked.  */
#define HELD 1
#define AWAITED 2
#define BARE 4
#define MARK_SHIFT 3

/* A thread's block of thread-local variables is aligned to 64 bytes: marks
   differ in 32 GiB of addresses.  */
#define BLOCK_SHIFT 6

/* Return what tells the calling thread from the others, and is the same in a
   forked child.  */

static uintptr_t
own_block (void)
{
  static CGRT_THREAD_LOCAL char here;
  return (uintptr_t) &here;
}

/* Likewise in a lock's word, as far as there is room.  Not 0, which no holder
   has.  */

static uint32_t
own_mark (void)
{
  uint32_t mark = (uint32_t) (own_block () >> BLOCK_SHIFT) << MARK_SHIFT;
  return mark ? mark : 1 << MARK_SHIFT;
}

/* Whether the calling thread holds LOCK.  */

static int
is_mine (const struct cgrt_lock *lock)
{
  uint32_t word = __atomic_load_n (&lock->word, __ATOMIC_RELAXED);
  return word >> MARK_SHIFT == own_mark () >> MARK_SHIFT;
}

/* Whether the calling thread forks, or did in the parent, and holds LOCK.  */

static int
is_forking (const struct cgrt_lock *lock)
{
  uintptr_t thread = __atomic_load_n (&lock->fork, __ATOMIC_ACQUIRE);
  return thread && thread == own_block ();
}

/* ThreadSanitizer sees what libc's functions read and write for us, but not
   this lock, and would take it for the program's data races.  */
extern void __tsan_ignore_thread_begin (void) __attribute__ ((weak));
extern void __tsan_ignore_thread_end (void) __attribute__ ((weak));

/* A session begins, or ends.  The other lock is taken in slow paths, which
   call no function of libc's.  */

static void
hide_session (const struct cgrt_lock *lock)
{
  if (lock == &cgrt_session_lock && __tsan_ignore_thread_begin)
    __tsan_ignore_thread_begin ();
}

static void
show_session (const struct cgrt_lock *lock)
{
  if (lock == &cgrt_session_lock && __tsan_ignore_thread_end)
    __tsan_ignore_thread_end ();
}

static void
set_mask (const uint64_t *mask, uint64_t *old)
{
  sys (SYS_rt_sigprocmask, SIG_SETMASK, (long) mask, (long) old,
       KERNEL_MASK_SIZE, 0, 0);
}

/* All signals but SIGBUS: with that blocked, a fault in the profile would
   be deadly instead of going to guard.c, which takes no lock.  The kernel
   never tells of such a mask: SIGKILL is not in it.  */
static const uint64_t all = ~((uint64_t) 1 << (SIGBUS - 1));

/* Block ALL and return what was blocked before: ALL if the calling thread
   holds the session's lock, and no call is needed.  */

static uint64_t
block (void)
{
  uint64_t mask = all;

  if (!is_mine (&cgrt_session_lock))
    set_mask (&all, &mask);
  return mask;
}

static void
unblock (uint64_t mask)
{
  if (mask != all)
    set_mask (&mask, NULL);
}

/* Take LOCK, with BITS in its word, unless a thread holds it.  */

static int
take (struct cgrt_lock *lock, uint32_t bits)
{
  uint32_t word = 0;
  uint64_t mask = 0;
  int bare;

  cgrt_lock_split (leave_profile);
  if (is_forking (lock))
    return 1;
  /* As long as the lock is held.  */
  bare = !cgrt_calls_begin ();
  bits |= HELD | own_mark ();
  if (bare)
    bits |= BARE;
  else
    mask = block ();
  if (__atomic_compare_exchange_n (&lock->word, &word, bits, 0,
				   __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
    {
      hide_session (lock);
      if (!bare)
	lock->mask = mask;
      return 1;
    }
  if (!bare)
    {
      unblock (mask);
      cgrt_calls_end ();
    }
  return 0;
}

uint64_t
cgrt_lock_mask (void)
{
  const uint64_t never = 1ull << (SIGKILL - 1) | 1ull << (SIGSTOP - 1);
  uint64_t mask = cgrt_memory_lock.mask;
  /* Who had all of them blocked holds the other lock, too.  */
  return (mask | never) == all ? cgrt_session_lock.mask : mask;
}

int
cgrt_try_lock (struct cgrt_lock *lock)
{
  return take (lock, 0);
}

int
cgrt_lock_counting (struct cgrt_lock *lock)
{
  /* A function of libc's that the runtime calls, memset for instance, may be
     one of the program's.  */
  if (is_mine (lock) && !is_forking (lock))
    return 0;
  if (!cgrt_limited)
    {
      cgrt_lock (lock);
      return 1;
    }
  for (unsigned i = 0; i < MAX_TRIES; i++)
    if (cgrt_try_lock (lock))
      return 1;
  return 0;
}

int
cgrt_lock_briefly (struct cgrt_lock *lock)
{
  const long nap[2] = { 0, NAP };

  for (unsigned i = 0; i < MAX_YIELDS + MAX_NAPS; i++)
    {
      if (cgrt_try_lock (lock))
	return 1;
      if (cgrt_limited || is_mine (lock)
	  || __atomic_load_n (&lock->fork, __ATOMIC_ACQUIRE))
	return 0;
      if (i < MAX_YIELDS)
	sys (SYS_sched_yield, 0, 0, 0, 0, 0, 0);
      else
	sys (SYS_nanosleep, (long) nap, 0, 0, 0, 0, 0);
    }
  return 0;
}

/* Sleep until LOCK may be free.  Not for a time: the kernel would go on with
   that by another call, restart_syscall, which a limit of the program's does
   not allow.  */

static void
wait_for (struct cgrt_lock *lock)
{
  uint32_t word = __atomic_load_n (&lock->word, __ATOMIC_RELAXED);

  if (word
      && (word & AWAITED
	  || __atomic_compare_exchange_n (&lock->word, &word, word | AWAITED,
					  0, __ATOMIC_RELAXED,
					  __ATOMIC_RELAXED)))
    sys (SYS_futex, (long) &lock->word, FUTEX_WAIT_PRIVATE, word | AWAITED,
	 0, 0, 0);
}

/* Wake COUNT threads that wait for LOCK.  */

static void
wake (struct cgrt_lock *lock, int count)
{
  sys (SYS_futex, (long) &lock->word, FUTEX_WAKE_PRIVATE, count, 0, 0, 0);
}

void
cgrt_lock (struct cgrt_lock *lock)
{
  uint32_t bits = 0;

  while (!take (lock, bits))
    if (!cgrt_limited)
      {
	wait_for (lock);
	/* Others may sleep still.  */
	bits = AWAITED;
      }
}

void
cgrt_unlock (struct cgrt_lock *lock)
{
  uint64_t mask = lock->mask;
  uint32_t word;

  if (is_forking (lock))
    return;
  show_session (lock);
  word = __atomic_exchange_n (&lock->word, 0, __ATOMIC_RELEASE);
  if (word & BARE)
    return;
  if (word & AWAITED)
    wake (lock, 1);
  unblock (mask);
  cgrt_calls_end ();
}

void
cgrt_lock_limit (void)
{
  uint64_t begun = sys_clock (CLOCK_MONOTONIC);

  cgrt_calls_limit ();
  cgrt_unlock (&cgrt_memory_lock);
  do
    {
      /* Who holds a lock outside a span wakes nobody.  */
      wake (&cgrt_memory_lock, INT_MAX);
      wake (&cgrt_session_lock, INT_MAX);
      sys (SYS_sched_yield, 0, 0, 0, 0, 0, 0);
    }
  while (cgrt_calls_are_made ()
	 && sys_clock (CLOCK_MONOTONIC) - begun < LIMIT_PATIENCE);
}

/* Note that the calling thread, which holds LOCK, forks.  */

static void
begin_fork (struct cgrt_lock *lock)
{
  __atomic_store_n (&lock->fork, own_block (), __ATOMIC_RELEASE);
}

static void
end_fork (struct cgrt_lock *lock)
{
  __atomic_store_n (&lock->fork, 0, __ATOMIC_RELEASE);
  cgrt_unlock (lock);
}

void
cgrt_lock_fork_begin (void)
{
  cgrt_lock (&cgrt_session_lock);
  cgrt_lock (&cgrt_memory_lock);
  begin_fork (&cgrt_session_lock);
  begin_fork (&cgrt_memory_lock);
}

void
cgrt_lock_fork_end (void)
{
  end_fork (&cgrt_memory_lock);
  end_fork (&cgrt_session_lock);
}

/* Take LOCK from whatever thread of the parent held it, as one that had MASK
   blocked before.  */

static void
seize (struct cgrt_lock *lock, uint64_t mask)
{
  lock->word = HELD | own_mark () | (cgrt_calls_begin () ? 0 : BARE);
  lock->mask = mask;
  hide_session (lock);
  begin_fork (lock);
}

void
cgrt_lock_split (void (*part) (void))
{
  uint64_t mask;

  if (!cgrt_process_is_split ())
    return;
  set_mask (&all, &mask);
  if (cgrt_process_begin_split ())
    {
      /* So it is in other atfork handlers of a child, before ours.  */
      int is_held = is_forking (&cgrt_session_lock);
      cgrt_calls_fork ();
      if (!is_held)
	{
	  seize (&cgrt_session_lock, mask);
	  seize (&cgrt_memory_lock, all);
	}
      part ();
      cgrt_process_end_split ();
      if (!is_held)
	cgrt_lock_fork_end ();
    }
  set_mask (&mask, NULL);
}

void
cgrt_lock_start (void (*leave) (void))
{
  leave_profile = leave;
}
