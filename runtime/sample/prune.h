/* Folding contexts that have few samples, so that a thread never has too many
   contexts.

   SPDX-License-Identifier: MIT  */

#ifndef CGPROF_RUNTIME_SAMPLE_PRUNE_H
#define CGPROF_RUNTIME_SAMPLE_PRUNE_H

#include <stdint.h>

struct cgprof_thread;

/* Reduce the entries of RECORD's samples, those of the calling thread, to at
   most half of LIMIT if possible.  A context is light if it has few samples
   together with all contexts below it.  The samples of light contexts move
   below an entry CGPROF_ADDRESS_FOLDED of their nearest caller that is not
   light, and the contexts between are given up.  No sample is lost, and none
   goes to another function.  The log says then of moved ones where they are.
   Return the number of entries that are left; that of those given up is added
   to RECORD's.

   Called in the handler of the thread's samples, with signals blocked.  The
   caller holds cgrt_memory_lock, and the profile has no images
   (count/adjust.h), which name the places of entries.  */
uint64_t cgrt_prune (struct cgprof_thread *record, uint64_t limit);

#endif /* CGPROF_RUNTIME_SAMPLE_PRUNE_H */
