/* Private memory of the runtime.

   SPDX-License-Identifier: MIT  */

#ifndef CGPROF_RUNTIME_BASE_MEMORY_H
#define CGPROF_RUNTIME_BASE_MEMORY_H

#include <stddef.h>

/* Return SIZE bytes, zeroed, for good; NULL if refused.  Needs
   cgrt_memory_lock.  */
void *cgrt_memory_allocate (size_t size);

/* Return a mapping of SIZE zero bytes, or NULL; give it back.  */
void *cgrt_memory_map (size_t size);
void cgrt_memory_unmap (void *memory, size_t size);

/* An array that grows and never moves, so that it is read without lock:
   chunk N holds 8 << N elements.  All zero is the empty vector.  */
#define CGRT_VECTOR_CHUNKS 26
struct cgrt_vector
{
  void *chunks[CGRT_VECTOR_CHUNKS];
};

/* Return element INDEX of VECTOR, whose elements have SIZE bytes; NULL if
   it was never made.  */
void *cgrt_vector_at (const struct cgrt_vector *vector, size_t index,
		      size_t size);

/* Likewise, but make it, zeroed; NULL if memory is refused.  Needs
   cgrt_memory_lock.  */
void *cgrt_vector_make (struct cgrt_vector *vector, size_t index,
			size_t size);

#endif /* CGPROF_RUNTIME_BASE_MEMORY_H */
