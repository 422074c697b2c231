/* The bytes of a file, and numbers out of them.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_BASE_BYTES_H
#define CGPROF_BASE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bytes
{
  unsigned char *data;
  size_t size;
  uint64_t file_size;		/* Of the whole file; 0 if not regular.  */
};

/* Read FILE up to LIMIT bytes ("-" is standard input).  Memory is taken
   only for what is really there.  False, with a message, if it cannot be
   read.  */
bool bytes_read (struct bytes *bytes, const char *file, uint64_t limit);

/* Likewise from OFFSET on; the size of the file is that of what follows.  */
bool bytes_read_at (struct bytes *bytes, const char *file, uint64_t offset,
		    uint64_t limit);

/* Open FILE for reading from its beginning; "-" is standard input.  That can
   be done again and again even if it is a pipe, whose contents are kept in a
   file then; FILE must stay valid.  Negative if that fails, for the reason in
   errno.  To be closed with bytes_close.  */
int bytes_open (const char *file);
void bytes_close (int fd);

void bytes_free (struct bytes *bytes);

/* The number at P, which need not be aligned, in this machine's byte order
   or (SWAP) in the other one.  */
uint16_t bytes_16 (const unsigned char *p, bool swap);
uint32_t bytes_32 (const unsigned char *p, bool swap);
uint64_t bytes_64 (const unsigned char *p, bool swap);

#endif /* CGPROF_BASE_BYTES_H */
