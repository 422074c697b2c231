/* Frames of an interrupted thread, by the unwind tables of its code.

   SPDX-License-Identifier: MIT

   The tables (.eh_frame) are interpreted here: no lock, no allocation, no
   call of libgcc.  What is read of the stack is asked for first, so that a
   table that is wrong, or a stack that is overwritten, ends a walk and not
   the program.  Only where ARCH_REGISTERS (arch.h) is not 0.  */

#ifndef CGPROF_RUNTIME_SAMPLE_FRAME_H
#define CGPROF_RUNTIME_SAMPLE_FRAME_H

#include <stdint.h>
#include <ucontext.h>

#include "base/arch.h"

struct cgrt_frame
{
  uint64_t pc;
  int interrupted;		/* By a signal: PC was not called from.  */
  uint64_t registers[ARCH_REGISTERS + 1];	/* By DWARF's numbers.  */
  uint64_t page;		/* The last that could be read.  */
};

/* Find the tables.  Return whether there are any.  Once; normal context.  */
int cgrt_frame_start (void);

/* Make FRAME the innermost one of CONTEXT.  */
void cgrt_frame_begin (struct cgrt_frame *frame, const ucontext_t *context);

/* Make FRAME its caller's.  Return 1, 0 if it is not known, and -1 if there
   is none.  Any context.  */
int cgrt_frame_step (struct cgrt_frame *frame);

#endif /* CGPROF_RUNTIME_SAMPLE_FRAME_H */
