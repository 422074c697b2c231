/* The profile's own file: made, opened again, told from others.

   SPDX-License-Identifier: MIT  */

#ifndef CGPROF_RUNTIME_FILE_SELF_H
#define CGPROF_RUNTIME_FILE_SELF_H

#include <stdint.h>

struct cgrt_file_new;

/* Create the file under a temporary name, *LENGTH bytes long or as long as
   can be, map it anywhere, let FILL write the first NEED bytes, and give it
   the profile's name (file-name.h), without permission to write.  Sets
   *LENGTH and *MAPPING.  Returns 0 or an errno, and then there is neither
   file nor mapping; EBUSY: the name is taken.  Normal context.  */
int cgrt_self_create (uint64_t need, uint64_t *length,
		      unsigned char **mapping,
		      int (*fill) (const struct cgrt_file_new *));

/* Open it again, by its name.  Returns a descriptor or minus an errno:
   ESTALE if the name leads to another file now, or if somebody has made ours
   shorter than LEAST, which sets *WAS_CUT.  Any context.  */
int cgrt_self_open (uint64_t least, int *was_cut);

/* Give the file, open as FD, the permissions that the umask leaves it.  */
void cgrt_self_permit (int fd);

/* Whether it has no name any more, neither its own nor another that the
   program gave it; it is mapped at BASE.  Not known without /proc: then it
   is believed to have one, for instance after a chroot.  */
int cgrt_self_was_removed (const void *base);

#endif /* CGPROF_RUNTIME_FILE_SELF_H */
