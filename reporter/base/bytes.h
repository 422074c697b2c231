/* The bytes of a file, and numbers out of them.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_BASE_BYTES_H
#define CGPROF_BASE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* What was read of a file.  */
struct bytes
{
  unsigned char *data;		/* Freed by bytes_free.  */
  size_t size;
  uint64_t file_size;		/* Of the whole file; 0 if not regular.  */
};

/* Read the first LIMIT bytes of FILE ("-" is standard input), or all if it has
   fewer, into BYTES.  Memory is taken for what was read only, whatever the
   size that FILE claims.  Return false, with a message, if it cannot be
   read.  */
bool bytes_read (struct bytes *bytes, const char *file, uint64_t limit);

/* Likewise from OFFSET on; BYTES' FILE_SIZE is then the number of bytes from
   there to the end.  */
bool bytes_read_at (struct bytes *bytes, const char *file, uint64_t offset,
		    uint64_t limit);

/* Open FILE ("-" is standard input) for reading from its beginning and return
   a descriptor for bytes_close; -1, with the reason in errno, if that fails.
   A pipe can be opened again, too: its contents are kept in a file without a
   name, under the string FILE, which must stay valid.  */
int bytes_open (const char *file);
void bytes_close (int fd);

void bytes_free (struct bytes *bytes);

/* Return the number of 16, 32 or 64 bits at P, which need not be aligned; it
   is in this machine's byte order or, if SWAP, in the other one.  */
static inline uint16_t
bytes_16 (const unsigned char *p, bool swap)
{
  uint16_t value;
  memcpy (&value, p, sizeof value);
  return swap ? __builtin_bswap16 (value) : value;
}

static inline uint32_t
bytes_32 (const unsigned char *p, bool swap)
{
  uint32_t value;
  memcpy (&value, p, sizeof value);
  return swap ? __builtin_bswap32 (value) : value;
}

static inline uint64_t
bytes_64 (const unsigned char *p, bool swap)
{
  uint64_t value;
  memcpy (&value, p, sizeof value);
  return swap ? __builtin_bswap64 (value) : value;
}

#endif /* CGPROF_BASE_BYTES_H */
