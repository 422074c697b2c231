/* Mapped space on the disk.

   SPDX-License-Identifier: MIT  */

#ifndef CGPROF_RUNTIME_FILE_SPACE_H
#define CGPROF_RUNTIME_FILE_SPACE_H

#include <stdint.h>

/* Map LENGTH bytes of FD from OFFSET on, at WHERE if that is not NULL.
   Sets *ERROR to 0 or an errno.  */
unsigned char *cgrt_space_map (void *where, uint64_t length, int fd,
			       uint64_t offset, int *error);

/* Give the fresh pages of [FROM, FROM + LENGTH) room on the disk, and memory.
   Returns 0 or an errno: EFAULT says that there is none, not why.  */
int cgrt_space_populate (unsigned char *from, uint64_t length);

/* Return why the mapping of FD got no room at OFFSET.  */
int cgrt_space_reason (int fd, uint64_t offset);

/* Give [FROM, FROM + LENGTH) of FD, within its length, room on the disk but
   no memory: a page then costs when it is touched.  Sets *ERROR to 0 or an
   errno; returns 0 if the file system cannot do it.  */
int cgrt_space_allocate (int fd, uint64_t from, uint64_t length, int *error);

#endif /* CGPROF_RUNTIME_FILE_SPACE_H */
