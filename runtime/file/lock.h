/* Locks that signal handlers and fork cannot deadlock on.

   SPDX-License-Identifier: MIT  */

#ifndef CGPROF_RUNTIME_FILE_LOCK_H
#define CGPROF_RUNTIME_FILE_LOCK_H

#include <stdint.h>

struct cgrt_lock
{
  uint32_t word;		/* 0 if free.  */
};

/* The signal mask to go back to, and whether there is anything to undo.  */
struct cgrt_held
{
  uint64_t mask;
  int nested;
  int bare;			/* Signals are not blocked.  */
};

/* Guards every allocation (file.h, memory.h) and the tables of threads
   and modules.  Taken in slow paths and handlers: hold it shortly, call
   nothing but raw system calls.  */
extern struct cgrt_lock cgrt_memory_lock;

/* Serialises attach, detach, dump and the end.  Taken before
   cgrt_memory_lock, in normal context only.  */
extern struct cgrt_lock cgrt_session_lock;

/* Block all signals but SIGBUS, then take LOCK.  A holder is never
   interrupted by a handler of its own thread, so no handler waits for its
   own thread.  Once system calls are limited (process.h) signals are not
   blocked, and what a handler may call uses cgrt_lock_counting.  */
void cgrt_lock (struct cgrt_lock *lock, struct cgrt_held *held);

/* Likewise, but return 0 if another thread holds LOCK.  */
int cgrt_try_lock (struct cgrt_lock *lock, struct cgrt_held *held);

/* Likewise, but wait for it, not long, and not for one that forks: while a
   process forks, the C library waits for its own locks, which the code that
   the calling handler interrupted may hold.  */
int cgrt_lock_briefly (struct cgrt_lock *lock, struct cgrt_held *held);

/* Take cgrt_memory_lock, LOCK, where a call is being counted.  Returns 0, and
   then there is no more to be had, in a handler that has interrupted its own
   thread while it holds LOCK with system calls limited; or if a thread holds
   it for a second then.  */
int cgrt_lock_counting (struct cgrt_lock *lock, struct cgrt_held *held);

/* The signals that the calling thread, which holds cgrt_memory_lock, had
   blocked before it took the locks.  */
uint64_t cgrt_lock_mask (void);

void cgrt_unlock (struct cgrt_lock *lock, const struct cgrt_held *held);

/* In a child that was forked behind libc's back, and has not been here: make
   both locks free, have PART leave the parent's profile, with signals
   blocked, and call cgrt_process_end_split.  */
void cgrt_lock_split (void (*part) (void));

/* Around fork: take both locks; give them back in the parent; in the child
   make them free but keep signals blocked until cgrt_lock_fork_done.
   Between begin and end the forking thread passes both locks freely, for
   other atfork handlers may run instrumented code.  */
void cgrt_lock_fork_begin (void);
void cgrt_lock_fork_parent (void);
void cgrt_lock_fork_child (void);
void cgrt_lock_fork_done (void);

#endif /* CGPROF_RUNTIME_FILE_LOCK_H */
