/* Marks: what the program says happens when.

   SPDX-License-Identifier: MIT  */

#ifndef CGPROF_RUNTIME_FILE_MARK_H
#define CGPROF_RUNTIME_FILE_MARK_H

#include <stdint.h>

/* Make a mark of KIND (enum cgprof_mark_kind) at TIME of CLOCK_MONOTONIC, in
   nanoseconds, with the first LENGTH bytes of NAME, or as many of them as a
   name may have.  Return 0; -1 if there is no memory, or there are as many
   of that kind as there may be.  The caller holds cgrt_memory_lock.  May be
   called in a signal handler.  */
int cgrt_mark_make (uint32_t kind, uint64_t time, const char *name,
		    uint64_t length);

/* Called in a forked child, which has made no mark.  */
void cgrt_mark_fork (void);

#endif /* CGPROF_RUNTIME_FILE_MARK_H */
