/* The header of a profile, for all that read cgprof.out.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_READ_PROFILE_HEADER_H
#define CGPROF_READ_PROFILE_HEADER_H

#include "base/bytes.h"

#include <cgprof/format.h>
#include <stdbool.h>
#include <stdint.h>

/* Set *GMON to whether FILES, at least one, have not the magic number of
   cgprof.out, and so are gmon.out if anything; cut off inside the magic number
   they are still cgprof.out.  False, with a message, if one cannot be read or
   is empty, or if they are some of both.  */
bool profile_header_detect (const char *const *files, size_t count,
			    bool *gmon);

/* Check the header of the profile that BYTES, of FILE, begin with: magic
   number, byte order, version, word size, alignment, and that all it promises
   lies in the file, as far as the size of that is known.  BYTES need hold no
   more than the header.  False, with a message, if anything is wrong.  In any
   case HEADER becomes what is there of it in this machine's byte order, the
   rest 0, and *SWAP whether that is not the profile's.  */
bool profile_header_check (const struct bytes *bytes, const char *file,
			   struct cgprof_header *header, bool *swap);

/* Read the profile at START of FILE, which has been checked then, into BYTES:
   the header and all else that it says is used.  False, with a message, if
   that fails; BYTES are then empty.  */
bool profile_header_read (struct bytes *bytes, const char *file,
			  uint64_t start, struct cgprof_header *header,
			  bool *swap);

#endif /* CGPROF_READ_PROFILE_HEADER_H */
