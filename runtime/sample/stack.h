/* The stack of an interrupted thread.

   SPDX-License-Identifier: MIT

   Recursion is folded while the stack is walked, so that its depth costs
   time but no room: a cycle of return addresses is cut when every pair of
   neighbours in it has been kept before.  What is left is a stack that the
   program could have had, with the same functions and the same pairs of
   caller and callee as the one it had.  */

#ifndef CGPROF_RUNTIME_SAMPLE_STACK_H
#define CGPROF_RUNTIME_SAMPLE_STACK_H

#include <stdint.h>
#include <ucontext.h>

struct cgrt_stack
{
  uint64_t *frames;		/* Return addresses, innermost first.  */
  uint32_t count;		/* Of FRAMES, after folding.  */
  uint32_t fresh;		/* The last of them that was the first of its
				   pair; those before it stay.  */
  uint64_t depth;		/* Before folding.  */
  int ended;			/* The thread's first frame was reached.  */

  /* What has been seen: tables of 2 * ROOM entries, valid if of EPOCH.  */
  struct cgrt_stack_pair *pairs;
  struct cgrt_stack_place *places;
  uint64_t epoch;
  uint32_t room;
  uint64_t size;		/* Bytes mapped from FRAMES on.  */
};

/* Get ready to walk stacks.  Once; normal context.  */
void cgrt_stack_start (void);

/* Fill STACK with the callers of what the signal with CONTEXT interrupted,
   as far as they are known.  In the signal's handler, signals blocked.  */
void cgrt_stack_walk (struct cgrt_stack *stack, const ucontext_t *context);

#endif /* CGPROF_RUNTIME_SAMPLE_STACK_H */
