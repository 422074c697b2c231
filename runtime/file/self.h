/* The profile's own file: creating it, opening it again, and recognising it
   among files of the same name.

   SPDX-License-Identifier: MIT  */

#ifndef CGPROF_RUNTIME_FILE_SELF_H
#define CGPROF_RUNTIME_FILE_SELF_H

#include <stdint.h>

struct cgrt_file_new;

/* Create the file under a temporary name and map it, *LENGTH bytes long or, if
   that is too much, as long as can be but at least NEED bytes.  Let FILL write
   the first NEED bytes (cgrt_file_create), take away the permission to write
   and rename the file to cgrt_name_path.  Set *LENGTH to its length in bytes
   and *MAPPING to its address.  Return 0 or an errno: EBUSY if the name is
   that of a profile that is being counted in.  After an error there is neither
   a file nor a mapping, and *LENGTH is at least NEED if it was.  Not in a
   signal handler.  */
int cgrt_self_create (uint64_t need, uint64_t *length,
		      unsigned char **mapping,
		      int (*fill) (const struct cgrt_file_new *));

/* Open the file again, by its name, for reading and writing.  Return a
   descriptor or minus an errno: ESTALE if the name is that of another file
   now, or if somebody has made our file shorter than LEAST bytes.  Set
   *WAS_CUT to whether it is shorter.  May be called in a signal handler.  */
int cgrt_self_open (uint64_t least, int *was_cut);

/* Make the file, open as FD, LENGTH bytes long, or leave it as long as it is
   if it is longer: other processes may do the same at this time.  Return 0 or
   an errno.  */
int cgrt_self_lengthen (int fd, uint64_t length);

/* Give the file, open as FD, the permissions that it had when it was created,
   those that the umask leaves.  */
void cgrt_self_permit (int fd);

/* Whether the file, which is mapped at BASE, was removed: it has neither its
   own name nor another that the program gave it.  Without /proc, for instance
   after a chroot, that is not known, and the answer is no.  */
int cgrt_self_was_removed (const void *base);

#endif /* CGPROF_RUNTIME_FILE_SELF_H */
