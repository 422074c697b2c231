/* The profile file, mapped; where it cannot be, memory in its place.

   SPDX-License-Identifier: MIT

   One region of addresses is reserved for good, and the file is mapped at
   its start: a file offset and the address of its bytes differ by
   cgrt_file_base for the life of the process, whatever backs them.  */

#ifndef CGPROF_RUNTIME_FILE_H
#define CGPROF_RUNTIME_FILE_H

#include <stdint.h>

#include "cgprof/format.h"

extern unsigned char *cgrt_file_base;

static inline void *
cgrt_file_at (uint64_t offset)
{
  return cgrt_file_base + offset;
}

static inline uint64_t
cgrt_file_offset (const void *address)
{
  return (uint64_t) ((const unsigned char *) address - cgrt_file_base);
}

static inline struct cgprof_header *
cgrt_file_header (void)
{
  return cgrt_file_at (0);
}

/* Offset of the first record.  */
#define CGRT_FILE_FIRST \
  ((sizeof (struct cgprof_header) + CGPROF_ALIGN - 1) \
   & ~(uint64_t) (CGPROF_ALIGN - 1))

/* Create the profile named by PATTERN, or take memory instead, after one
   line on stderr.  FORCE_PID adds the pid to a name that has none.  FILL
   writes the first USED bytes, the header's USED included, at the address
   it is given, before the file gets its name and its place at
   cgrt_file_base.  Returns 0 or, if there is not even memory, an errno.
   Normal context.  */
int cgrt_file_create (const char *pattern, int force_pid, uint64_t used,
		      void (*fill) (unsigned char *));

/* Return a new record of SIZE bytes (rounded up to CGPROF_ALIGN), all zero
   but its size, or NULL if there is no memory.  The caller writes the
   type last, with cgrt_file_publish.  Needs cgrt_memory_lock; never
   touches a page the disk may have no room for.  */
void *cgrt_file_allocate (uint64_t size);

void cgrt_file_publish (void *record, uint32_t type);

/* Return how many bytes are in use.  */
uint64_t cgrt_file_used (void);

/* The orderly end: write what did not fit while the program ran, cut the
   file to what is used.  Counting may go on.  Returns whether the file
   holds all.  Needs cgrt_memory_lock.  */
int cgrt_file_finish (void);

/* Whether the file holds all that was counted so far.  */
int cgrt_file_whole (void);

#endif /* CGPROF_RUNTIME_FILE_H */
