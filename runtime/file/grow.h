/* Making the profile longer: its file, room for it on the disk, and memory
   behind it.

   SPDX-License-Identifier: MIT

   All lengths are bytes from the beginning of the region.  All of it may be
   called in a signal handler; the caller holds cgrt_memory_lock or is the only
   thread.  */

#ifndef CGPROF_RUNTIME_FILE_GROW_H
#define CGPROF_RUNTIME_FILE_GROW_H

#include <stdint.h>

/* Return how long the file is to be at first, of which NEED bytes are
   used.  */
uint64_t cgrt_grow_first_length (uint64_t need);

/* In the state file: make [0, END) of the file safe to touch; the gate was
   entered (shared.h).  Return 0 or an errno.  */
int cgrt_grow_file (uint64_t end);

/* In the other states: likewise for memory behind the file.  */
int cgrt_grow_memory (uint64_t end);

#endif /* CGPROF_RUNTIME_FILE_GROW_H */
