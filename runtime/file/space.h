/* Mapping a sparse file, and reserving room on the disk for it.

   SPDX-License-Identifier: MIT

   To write to a page without room raises SIGBUS if the disk is full, so room
   is reserved before.  All of it may be called in a signal handler.  */

#ifndef CGPROF_RUNTIME_FILE_SPACE_H
#define CGPROF_RUNTIME_FILE_SPACE_H

#include <stdint.h>

/* Ask the file system of FD, an empty file, to write its pages where they were
   before and not, as btrfs does otherwise, elsewhere each time: then they need
   room once only.  */
void cgrt_space_keep_place (int fd);

/* Map LENGTH bytes of FD from OFFSET on, shared and for reading and writing:
   at WHERE in place of what is mapped there, or anywhere if WHERE is NULL.
   Return the address and set *ERROR to 0, or return NULL and set *ERROR to an
   errno.  */
unsigned char *cgrt_space_map (void *where, uint64_t length, int fd,
			       uint64_t offset, int *error);

/* Reserve room on the disk, and memory, for the mapped pages of
   [FROM, FROM + LENGTH), none of which has been written to.  Return 0 or an
   errno: EFAULT if there is no room, for the reason that cgrt_space_reason
   finds.  */
int cgrt_space_populate (unsigned char *from, uint64_t length);

/* Return the errno that says why a page of FD's mapping got no room at OFFSET
   of the file, where a zero byte is written to find out.  */
int cgrt_space_reason (int fd, uint64_t offset);

/* Reserve room on the disk for LENGTH bytes of FD from FROM on, which must be
   within its length, but no memory: the kernel gives a page memory when it is
   first touched.  Return 1 and set *ERROR to 0 or an errno; return 0 if the
   file system has no such operation.  */
int cgrt_space_allocate (int fd, uint64_t from, uint64_t length, int *error);

#endif /* CGPROF_RUNTIME_FILE_SPACE_H */
