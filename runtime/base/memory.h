/* Memory of the runtime's own, without malloc, and arrays that grow.

   SPDX-License-Identifier: MIT

   All of it may be called in a signal handler.  */

#ifndef CGPROF_RUNTIME_BASE_MEMORY_H
#define CGPROF_RUNTIME_BASE_MEMORY_H

#include <stddef.h>

/* Before a thread-local variable.  It must be reached without the C library's
   help, which might take memory or a lock.  glibc keeps room for that in each
   thread; musl keeps none, but its descriptors never need more than a few
   instructions.  */
#ifdef CGRT_MUSL
# define CGRT_THREAD_LOCAL \
   __thread __attribute__ ((tls_model ("global-dynamic")))
#else
# define CGRT_THREAD_LOCAL \
   __thread __attribute__ ((tls_model ("initial-exec")))
#endif

/* Before a static buffer.  The linker sorts by name (Makefile.am), so all
   buffers lie behind the words that are written while the program runs, which
   share a page: each fork copies every page of those, twice.  */
#define CGRT_BUFFER __attribute__ ((section (".bss.buffer")))

/* Return the size of a page, which the C library would look up by a page of
   its own: a forked child asks, too.  */
size_t cgrt_memory_page (void);

/* Return SIZE zero bytes, aligned to 16, that are never given back; NULL if
   the kernel refuses memory.  The caller holds cgrt_memory_lock.  */
void *cgrt_memory_allocate (size_t size);

/* Return a mapping of SIZE zero bytes, NULL if it is refused.  No lock is
   needed.  */
void *cgrt_memory_map (size_t size);

/* Give back MEMORY, a mapping of SIZE bytes, or NULL.  */
void cgrt_memory_unmap (void *memory, size_t size);

/* An array whose elements never move when it grows, so that it can be read
   without a lock: chunk N holds 1 << N elements.  A vector that is all zero is
   empty.  What has one element or two, as most have, lies close together: a
   forked child writes to it.  */
#define CGRT_VECTOR_CHUNKS 29
struct cgrt_vector
{
  void *chunks[CGRT_VECTOR_CHUNKS];
};

/* Return element INDEX of VECTOR, whose elements have SIZE bytes each; NULL if
   the chunk that would hold it has not been allocated.  No lock is needed.  */
void *cgrt_vector_at (const struct cgrt_vector *vector, size_t index,
		      size_t size);

/* Likewise, but allocate that chunk, all zero, if need be; NULL if memory is
   refused.  The caller holds cgrt_memory_lock.  */
void *cgrt_vector_make (struct cgrt_vector *vector, size_t index,
			size_t size);

#endif /* CGPROF_RUNTIME_BASE_MEMORY_H */
