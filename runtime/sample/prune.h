/* Folding light contexts, so that there are never too many.

   SPDX-License-Identifier: MIT  */

#ifndef CGPROF_RUNTIME_SAMPLE_PRUNE_H
#define CGPROF_RUNTIME_SAMPLE_PRUNE_H

#include <stdint.h>

/* Make the entries of CHAIN, a thread's samples, at most half of LIMIT if
   that can be: where all that lies below a context is little, its samples
   move below an entry CGPROF_ADDRESS_FOLDED of its nearest caller that is
   not so light, and the contexts between are given up.  No sample is lost,
   none is given to another function.  Return how many entries there are,
   and add to *FOLDED how many were given up.  In the thread's handler,
   signals blocked; needs cgrt_memory_lock, and that there are no images of
   the chain.  */
uint64_t cgrt_prune (uint64_t chain, uint64_t limit, uint64_t *folded);

#endif /* CGPROF_RUNTIME_SAMPLE_PRUNE_H */
