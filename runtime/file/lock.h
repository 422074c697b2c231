/* The runtime's two locks, on which signal handlers and fork cannot deadlock.

   SPDX-License-Identifier: MIT

   A thread blocks all signals but SIGBUS while it holds a lock, so that no
   handler interrupts the holder and waits for it.  SIGBUS stays: its handler
   (sample/guard.h) takes no lock, and with the signal blocked a fault in the
   profile would end the program.  Once the program has limited its system
   calls (base/calls.h), signals cannot be blocked; code that may run in a
   handler then uses cgrt_lock_counting.

   A lock is in one of these states:

   State    Word           Entered through              Left through
   -------  -------------  ---------------------------  -----------------------
   free     0              cgrt_unlock                  functions that take it
   held     HELD           functions that take it       cgrt_unlock
   awaited  HELD, AWAITED  cgrt_lock in another         cgrt_unlock, which
			   thread, before it sleeps     wakes one that sleeps
   bare     HELD, BARE     functions that take it, if   cgrt_unlock, which
			   system calls are limited     wakes nobody
   forking  HELD, perhaps  cgrt_lock_fork_begin; in a   cgrt_lock_fork_end, in
	    AWAITED; FORK  split child from any state   the parent and in the
	    is not 0       cgrt_lock_split              child

   Who may do what:
   - In all states but free, only the holder leaves the state, but for another
     thread that makes it awaited.
   - Held, awaited and forking: the holder's signals are blocked, and MASK says
     which were so before.  Other threads wait in cgrt_lock; handlers, which
     have interrupted other threads than the holder, do so in
     cgrt_lock_briefly, and not at all while it is forking.
   - In all states but free, the holder may call a function of libc's that the
     program has in its place and that counts: the holder's mark, which is in
     the word, too, tells it not to wait (cgrt_lock_counting).
   - Bare: a handler may have interrupted the holder, and must not wait then
     either.  Others try again and again.
   - Forking: other atfork handlers may run instrumented code.  So the holder,
     in the child the thread that called fork, may take and release the lock
     as before, without effect.  */

#ifndef CGPROF_RUNTIME_FILE_LOCK_H
#define CGPROF_RUNTIME_FILE_LOCK_H

#include <stdint.h>

struct cgrt_lock
{
  uint32_t word;		/* The state, and the holder's mark.  */
  uintptr_t fork;		/* The holder that forks, or 0: the address of
				   a variable of the thread's own.  */
  uint64_t mask;		/* The signals that the holder had blocked
				   before: bit N - 1 is signal N.  */
};

/* Guards every allocation (file/file.h, base/memory.h) and the tables of
   threads and modules.  It is taken in slow paths and signal handlers: hold it
   for a short time, and call nothing but system calls (base/sys.h)
   meanwhile.  */
extern struct cgrt_lock cgrt_memory_lock;

/* Serialises attach, detach, dump and the end.  A thread that needs both locks
   takes this one first.  Not in a signal handler.  */
extern struct cgrt_lock cgrt_session_lock;

/* Have the thread of a split process (base/process.h) that takes a lock first
   call LEAVE, as cgrt_lock_split does.  Called once, before
   cgrt_process_start.  */
void cgrt_lock_start (void (*leave) (void));

/* Block all signals but SIGBUS, then wait for LOCK and take it.  */
void cgrt_lock (struct cgrt_lock *lock);

/* Likewise, but do not wait: return 1 if LOCK was taken, 0 if it is held.  */
int cgrt_try_lock (struct cgrt_lock *lock);

/* Likewise, but give up only after LOCK has been held for some time, or at
   once if a thread is forking or system calls are limited.  For signal
   handlers, which must not wait for a fork: while a process forks, the C
   library waits for its own locks, which the code that the handler interrupted
   may hold.  */
int cgrt_lock_briefly (struct cgrt_lock *lock);

/* Take LOCK, which is cgrt_memory_lock, in code that counts a call.  Return 1
   if it was taken.  Return 0 if this thread holds it: the runtime has called a
   function of the program's, or, while system calls are limited, this is a
   signal handler; and if, then, another thread has held it for about a second.
   The caller then counts without new memory.  */
int cgrt_lock_counting (struct cgrt_lock *lock);

/* Return the signals that the calling thread, which holds cgrt_memory_lock,
   had blocked before it took its locks: bit N - 1 is signal N.  */
uint64_t cgrt_lock_mask (void);

/* Release LOCK and restore the signal mask.  */
void cgrt_unlock (struct cgrt_lock *lock);

/* If this process is split (base/process.h): take both locks, whoever held
   them in the parent, call PART, which leaves the parent's profile, and
   release them.  The process is not split any longer then.  Otherwise do
   nothing.  */
void cgrt_lock_split (void (*part) (void));

/* The program is about to limit its system calls: let the runtime make no more
   of them (base/calls.h), release cgrt_memory_lock and wait until all other
   threads are done with theirs, a second at most.  The caller holds both
   locks.  */
void cgrt_lock_limit (void);

/* Called around fork by the thread that forks: begin takes both locks; end
   releases them, in the parent and in the child.  */
void cgrt_lock_fork_begin (void);
void cgrt_lock_fork_end (void);

#endif /* CGPROF_RUNTIME_FILE_LOCK_H */
