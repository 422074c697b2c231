/* The runtime's two locks, on which signal handlers and fork cannot deadlock.

   SPDX-License-Identifier: MIT  */

#include "file/lock.h"

#include <linux/futex.h>
#include <signal.h>

#include "file/file.h"
#include "base/process.h"
#include "base/sys.h"

#define KERNEL_MASK_SIZE 8

/* How often cgrt_lock_briefly lets others run.  */
#define MAX_YIELDS 1000

/* How often cgrt_lock_counting tries: a second or so.  */
#define MAX_TRIES (1 << 26)

struct cgrt_lock cgrt_memory_lock;
struct cgrt_lock cgrt_session_lock;

/* The thread that is forking, or 0, and what it holds.  */
static int32_t forking;
static struct cgrt_held fork_session;
static struct cgrt_held fork_memory;

/* A lock's word: 0, or HELD, with AWAITED if a thread sleeps until it is
   free, and the rest the holder's mark if its signals are not blocked.  */
#define HELD 1
#define AWAITED 2
#define MARK_SHIFT 2

/* A thread's block of thread-local variables is aligned to 64 bytes: marks
   differ in 64 GiB of addresses.  */
#define BLOCK_SHIFT 6

static uint32_t
own_mark (void)
{
  static __thread char here __attribute__ ((tls_model ("initial-exec")));
  return (uint32_t) ((uintptr_t) &here >> BLOCK_SHIFT) << MARK_SHIFT;
}

/* Whether the calling handler has interrupted LOCK's holder.  */

static int
is_interrupted (const struct cgrt_lock *lock)
{
  uint32_t word = __atomic_load_n (&lock->word, __ATOMIC_RELAXED);
  return word >> MARK_SHIFT && word >> MARK_SHIFT == own_mark () >> MARK_SHIFT;
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

/* Whether this is the forking thread or its child before the child's
   hook.  */

static int
is_forking (void)
{
  int32_t thread = __atomic_load_n (&forking, __ATOMIC_ACQUIRE);
  return thread && (thread == sys_gettid () || sys_getpid () != cgrt_pid);
}

/* All signals but SIGBUS: with that blocked, a fault in the profile would
   be deadly instead of going to guard.c, which takes no lock.  */
static const uint64_t all = ~((uint64_t) 1 << (SIGBUS - 1));

/* What the holders of the session's and of the memory's lock had blocked.  */
static uint64_t masks[2];

/* The parent's threads, which may have held the locks, are not here.  */

void
cgrt_lock_split (void (*part) (void))
{
  uint64_t mask;

  if (!cgrt_process_is_split ())
    return;
  set_mask (&all, &mask);
  if (cgrt_process_begin_split ())
    {
      forking = 0;
      cgrt_memory_lock.word = 0;
      cgrt_session_lock.word = 0;
      part ();
      cgrt_process_end_split ();
    }
  set_mask (&mask, NULL);
}

/* Take LOCK, with BITS in its word, unless a thread holds it.  */

static int
take (struct cgrt_lock *lock, struct cgrt_held *held, uint32_t bits)
{
  uint32_t word = 0;

  cgrt_lock_split (cgrt_file_split);
  held->nested = is_forking ();
  if (held->nested)
    return 1;
  held->bare = cgrt_limited;
  bits |= HELD;
  if (held->bare)
    bits |= own_mark ();
  else
    set_mask (&all, &held->mask);
  if (__atomic_compare_exchange_n (&lock->word, &word, bits, 0,
				   __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
    {
      hide_session (lock);
      if (!held->bare)
	masks[lock == &cgrt_memory_lock] = held->mask;
      return 1;
    }
  if (!held->bare)
    set_mask (&held->mask, NULL);
  return 0;
}

uint64_t
cgrt_lock_mask (void)
{
  const uint64_t never = 1ull << (SIGKILL - 1) | 1ull << (SIGSTOP - 1);
  return masks[(masks[1] | never) != all];
}

int
cgrt_try_lock (struct cgrt_lock *lock, struct cgrt_held *held)
{
  return take (lock, held, 0);
}

int
cgrt_lock_counting (struct cgrt_lock *lock, struct cgrt_held *held)
{
  if (!cgrt_limited)
    {
      cgrt_lock (lock, held);
      return 1;
    }
  for (unsigned i = 0; i < MAX_TRIES && !is_interrupted (lock); i++)
    if (cgrt_try_lock (lock, held))
      return 1;
  return 0;
}

int
cgrt_lock_briefly (struct cgrt_lock *lock, struct cgrt_held *held)
{
  for (unsigned i = 0; i < MAX_YIELDS; i++)
    {
      if (cgrt_try_lock (lock, held))
	return 1;
      if (cgrt_limited || __atomic_load_n (&forking, __ATOMIC_ACQUIRE))
	return 0;
      sys (SYS_sched_yield, 0, 0, 0, 0, 0, 0);
    }
  return 0;
}

/* Sleep until LOCK may be free.  A holder whose system calls are limited does
   not wake anybody, so not for long.  */

static void
wait_for (struct cgrt_lock *lock)
{
  /* The kernel's own struct timespec.  */
  static const long limit[2] = { 0, 10000000 };
  uint32_t word = __atomic_load_n (&lock->word, __ATOMIC_RELAXED);

  if (word
      && (word & AWAITED
	  || __atomic_compare_exchange_n (&lock->word, &word, word | AWAITED,
					  0, __ATOMIC_RELAXED,
					  __ATOMIC_RELAXED)))
    sys (SYS_futex, (long) &lock->word, FUTEX_WAIT_PRIVATE, word | AWAITED,
	 (long) limit, 0, 0);
}

void
cgrt_lock (struct cgrt_lock *lock, struct cgrt_held *held)
{
  uint32_t bits = 0;

  while (!take (lock, held, bits))
    if (!held->bare)
      {
	wait_for (lock);
	/* Others may sleep still.  */
	bits = AWAITED;
      }
}

void
cgrt_unlock (struct cgrt_lock *lock, const struct cgrt_held *held)
{
  uint32_t word;

  if (held->nested)
    return;
  show_session (lock);
  word = __atomic_exchange_n (&lock->word, 0, __ATOMIC_RELEASE);
  if (held->bare)
    return;
  if (word & AWAITED)
    sys (SYS_futex, (long) &lock->word, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
  set_mask (&held->mask, NULL);
}

void
cgrt_lock_fork_begin (void)
{
  cgrt_lock (&cgrt_session_lock, &fork_session);
  cgrt_lock (&cgrt_memory_lock, &fork_memory);
  __atomic_store_n (&forking, (int32_t) sys_gettid (), __ATOMIC_RELEASE);
}

void
cgrt_lock_fork_parent (void)
{
  __atomic_store_n (&forking, 0, __ATOMIC_RELEASE);
  cgrt_unlock (&cgrt_memory_lock, &fork_memory);
  cgrt_unlock (&cgrt_session_lock, &fork_session);
}

void
cgrt_lock_fork_child (void)
{
  show_session (&cgrt_session_lock);
  forking = 0;
  cgrt_memory_lock.word = 0;
  cgrt_session_lock.word = 0;
}

void
cgrt_lock_fork_done (void)
{
  set_mask (&fork_session.mask, NULL);
}
