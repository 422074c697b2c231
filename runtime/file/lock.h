/* The runtime's two locks, on which signal handlers and fork cannot deadlock.

   SPDX-License-Identifier: MIT

   A thread blocks all signals but SIGBUS while it holds a lock, so that no
   handler interrupts the holder and waits for it.  SIGBUS stays: its handler
   (sample/guard.h) takes no lock, and with the signal blocked a fault in the
   profile would end the program.  Once the program has limited its system
   calls (base/process.h), signals cannot be blocked; code that may run in a
   handler then uses cgrt_lock_counting.  */

#ifndef CGPROF_RUNTIME_FILE_LOCK_H
#define CGPROF_RUNTIME_FILE_LOCK_H

#include <stdint.h>

struct cgrt_lock
{
  uint32_t word;		/* 0 if free.  */
};

/* What cgrt_unlock has to undo, filled by the function that takes a lock.  */
struct cgrt_held
{
  uint64_t mask;		/* The signals that were blocked before.  */
  int nested;			/* The lock was not taken: the forking thread
				   holds both already.  */
  int bare;			/* Signals are not blocked: system calls are
				   limited.  */
};

/* Guards every allocation (file/file.h, base/memory.h) and the tables of
   threads and modules.  It is taken in slow paths and signal handlers: hold it
   for a short time, and call nothing but system calls (base/sys.h)
   meanwhile.  */
extern struct cgrt_lock cgrt_memory_lock;

/* Serialises attach, detach, dump and the end.  A thread that needs both locks
   takes this one first.  Not in a signal handler.  */
extern struct cgrt_lock cgrt_session_lock;

/* Block all signals but SIGBUS, then wait for LOCK and take it.  */
void cgrt_lock (struct cgrt_lock *lock, struct cgrt_held *held);

/* Likewise, but do not wait: return 1 if LOCK was taken, 0 if it is held.  */
int cgrt_try_lock (struct cgrt_lock *lock, struct cgrt_held *held);

/* Likewise, but give up only after LOCK has been held for some time, or at
   once if a thread is forking or system calls are limited.  For signal
   handlers, which must not wait for a fork: while a process forks, the C
   library waits for its own locks, which the code that the handler interrupted
   may hold.  */
int cgrt_lock_briefly (struct cgrt_lock *lock, struct cgrt_held *held);

/* Take LOCK, which is cgrt_memory_lock, in code that counts a call.  Return 1
   if it was taken.  Return 0 only while system calls are limited: either this
   is a signal handler and the thread that it interrupted holds LOCK, or
   another thread has held it for about a second.  The caller then counts
   without new memory.  */
int cgrt_lock_counting (struct cgrt_lock *lock, struct cgrt_held *held);

/* Return the signals that the calling thread, which holds cgrt_memory_lock,
   had blocked before it took its locks: bit N - 1 is signal N.  */
uint64_t cgrt_lock_mask (void);

/* Release LOCK, which filled HELD, and restore the signal mask.  */
void cgrt_unlock (struct cgrt_lock *lock, const struct cgrt_held *held);

/* If this process is split (base/process.h): make both locks free, call PART,
   which leaves the parent's profile, with signals blocked, and then
   cgrt_process_end_split.  Otherwise do nothing.  */
void cgrt_lock_split (void (*part) (void));

/* Called around fork, by the thread that forks: begin takes both locks; in the
   parent, parent releases them; in the child, child makes them free, and
   signals stay blocked there until done is called.  In between, the forking
   thread can take both locks again without effect, because other atfork
   handlers may run instrumented code.  */
void cgrt_lock_fork_begin (void);
void cgrt_lock_fork_parent (void);
void cgrt_lock_fork_child (void);
void cgrt_lock_fork_done (void);

#endif /* CGPROF_RUNTIME_FILE_LOCK_H */
