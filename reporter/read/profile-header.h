/* The header of a profile, for all that read cgprof.out.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_READ_PROFILE_HEADER_H
#define CGPROF_READ_PROFILE_HEADER_H

#include "base/bytes.h"

#include <cgprof/format.h>
#include <stdbool.h>
#include <stdint.h>

/* Set *GMON to whether the COUNT FILES, at least one, are gmon.out: true if
   none begins with the magic number of cgprof.out, false if all do.  A file
   that ends inside the magic number is a cgprof.out.  Return false, with a
   message, if a file cannot be read or is empty, or if there are both
   kinds.  */
bool profile_header_detect (const char *const *files, size_t count,
			    bool *gmon);

/* Check the header at the beginning of BYTES, which were read from FILE: its
   magic number, byte order, version, word size and alignment, and that all it
   promises lies in the file, if the file's size is known.  BYTES need hold no
   more than the header.  Return false, with a message, if anything is wrong.
   In any case set *SWAP to whether the profile's byte order differs from this
   machine's, and HEADER to the header in this machine's order; what BYTES are
   too short for is 0.  */
bool profile_header_check (const struct bytes *bytes, const char *file,
			   struct cgprof_header *header, bool *swap);

/* Read the profile that begins at offset START of FILE into BYTES, as far as
   its header says that it is used, check the header, and set HEADER and *SWAP
   as profile_header_check does.  The caller must free BYTES (bytes_free).
   Return false, with a message, if that fails; BYTES are then empty.  */
bool profile_header_read (struct bytes *bytes, const char *file,
			  uint64_t start, struct cgprof_header *header,
			  bool *swap);

/* Set PROCESS, in this machine's order, to the first PROCESS record among
   those of BYTES from *OFFSET on, the header's size at first, and *OFFSET to
   the one behind it.  Return false if there is none, or a record before it is
   bad.  */
bool profile_next_process (const struct bytes *bytes, bool swap,
			   uint64_t *offset, struct cgprof_process *process);

#endif /* CGPROF_READ_PROFILE_HEADER_H */
