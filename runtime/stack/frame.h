/* Walking the frames of an interrupted thread by the unwind tables of its
   code.

   SPDX-License-Identifier: MIT

   The tables (.eh_frame) are interpreted here, without a lock, an allocation
   or a call of libgcc.  Before a word of the stack is read, the kernel is
   asked whether it can be read: so a wrong table, or a stack that was
   overwritten, ends the walk and not the program.  Where ARCH_REGISTERS
   (base/arch.h) is 0, there are no tables.  */

#ifndef CGPROF_RUNTIME_STACK_FRAME_H
#define CGPROF_RUNTIME_STACK_FRAME_H

#include <stdint.h>
#include <ucontext.h>

#include "base/arch.h"

struct cgrt_frame
{
  uint64_t pc;			/* Of the next instruction: a return address
				   unless INTERRUPTED.  */
  int interrupted;		/* A signal came before that instruction.  */
  uint64_t registers[ARCH_REGISTERS + 1];	/* By DWARF's numbers.  */
  uint64_t page;		/* The last page found readable.  */
};

/* Find the unwind tables of the process and return whether there are any.
   Called once, not in a signal handler.  */
int cgrt_frame_start (void);

/* Set FRAME to the innermost frame of the code that a signal with CONTEXT
   interrupted.  May be called in a signal handler.  */
void cgrt_frame_begin (struct cgrt_frame *frame, const ucontext_t *context);

/* Set FRAME to the frame of its caller and return 1.  Return 0 if the caller
   is not known, and -1 if there is none, as FRAME is the thread's first.  May
   be called in a signal handler.  */
int cgrt_frame_step (struct cgrt_frame *frame);

#endif /* CGPROF_RUNTIME_STACK_FRAME_H */
