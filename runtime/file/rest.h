/* What one process of several has counted in memory, as there was no room for
   it in their file.

   SPDX-License-Identifier: MIT  */

#ifndef CGPROF_RUNTIME_FILE_REST_H
#define CGPROF_RUNTIME_FILE_REST_H

#include <stdint.h>

/* Write the records of this process that are in memory, those from BACKED up
   to USED, to a file of its own, as the others go on with theirs: a profile
   with all its records, in which those that are in the common file have no
   counts.  BACKED is 0 if any page may be memory: then do nothing.  Return
   whether that could be done.  The caller holds cgrt_memory_lock.  May be
   called in a signal handler, and again: then the file is written anew.  */
int cgrt_rest_write (uint64_t backed, uint64_t used);

#endif /* CGPROF_RUNTIME_FILE_REST_H */
