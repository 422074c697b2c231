/* Walking the stack of an interrupted thread.

   SPDX-License-Identifier: MIT

   Recursion is folded while the stack is walked, so that deep recursion costs
   time but no memory: a cycle of return addresses is left out if each pair of
   neighbours in it has been kept before.  What is left is a stack that the
   program could have had, with the same functions and the same pairs of
   caller and callee as the real one.  */

#ifndef CGPROF_RUNTIME_STACK_STACK_H
#define CGPROF_RUNTIME_STACK_STACK_H

#include <stdint.h>
#include <ucontext.h>

struct cgrt_stack
{
  uint64_t *frames;		/* Return addresses, innermost first.  */
  uint32_t count;		/* Number of FRAMES, after folding.  */
  uint32_t fresh;		/* Index of the last of them that makes a new
				   pair with the one before it; no frame up to
				   there is left out later.  */
  uint64_t depth;		/* Number of frames before folding.  */
  int ended;			/* The thread's first frame was reached.  */

  /* The pairs of neighbours and the return addresses that this walk has met:
     hash tables of 2 * ROOM entries, of which those of an older EPOCH are
     empty.  FRAMES has room for ROOM.  */
  struct cgrt_stack_pair *pairs;
  struct cgrt_stack_place *places;
  uint64_t epoch;
  uint32_t room;
  uint64_t size;		/* Bytes mapped from FRAMES on.  */
};

/* Prepare to walk stacks.  Called once, not in a signal handler.  */
void cgrt_stack_start (void);

/* Set STACK to the return addresses of the callers of the code that a signal
   with CONTEXT interrupted, as far as they can be found.  Called in the
   signal's handler, with signals blocked.  */
void cgrt_stack_walk (struct cgrt_stack *stack, const ucontext_t *context);

/* Whether a walk may raise SIGSEGV; then it must not be blocked.  */
int cgrt_stack_may_fault (void);

/* Called in a handler for SIGSEGV: if the calling thread walks a stack, that
   ends here, and this does not return.  */
void cgrt_stack_recover (void);

/* Called before fork, in the thread that forks with its signals blocked: wait
   until no other walks a stack in a way that its child could not, and let none
   begin: stacks are empty then, and have not ended.  */
void cgrt_stack_fork_begin (void);

/* Called after that, in parent and child.  */
void cgrt_stack_fork_end (int is_child);

/* Called in a child that was forked without that: walk no more stacks in such
   a way.  */
void cgrt_stack_leave (void);

#endif /* CGPROF_RUNTIME_STACK_STACK_H */
