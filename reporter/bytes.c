/* The bytes of a file, and numbers out of them.

   Files are read, not mapped: one that is cut off meanwhile must give an
   error, not a signal.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "bytes.h"
#include "diag.h"
#include "mem.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool
bytes_read (struct bytes *bytes, const char *file, uint64_t limit)
{
  memset (bytes, 0, sizeof *bytes);
  int fd = strcmp (file, "-") == 0 ? STDIN_FILENO
				   : open (file, O_RDONLY | O_CLOEXEC);
  struct stat status;
  if (fd < 0 || fstat (fd, &status) != 0)
    {
      int error = errno;
      if (fd > STDIN_FILENO)
	close (fd);
      return diag_error (file, "cannot open: %s", strerror (error));
    }
  if (S_ISREG (status.st_mode))
    bytes->file_size = status.st_size;

  size_t room = 0;
  ssize_t got = 1;
  while (got > 0 && bytes->size < limit)
    {
      size_t step = 65536;
      if (bytes->file_size > bytes->size + step)
	step = bytes->file_size - bytes->size < (1 << 26)
	  ? bytes->file_size - bytes->size : 1 << 26;
      if (step > limit - bytes->size)
	step = limit - bytes->size;
      bytes->data = mem_grow (bytes->data, &room, bytes->size + step, 1);
      got = read (fd, bytes->data + bytes->size, step);
      if (got > 0)
	bytes->size += got;
      else if (got < 0 && errno == EINTR)
	got = 1;
    }
  int error = errno;
  if (fd != STDIN_FILENO)
    close (fd);
  if (got < 0)
    {
      bytes_free (bytes);
      return diag_error (file, "cannot read: %s", strerror (error));
    }
  return true;
}

void
bytes_free (struct bytes *bytes)
{
  free (bytes->data);
  memset (bytes, 0, sizeof *bytes);
}

uint16_t
bytes_16 (const unsigned char *p, bool swap)
{
  uint16_t value;
  memcpy (&value, p, sizeof value);
  return swap ? __builtin_bswap16 (value) : value;
}

uint32_t
bytes_32 (const unsigned char *p, bool swap)
{
  uint32_t value;
  memcpy (&value, p, sizeof value);
  return swap ? __builtin_bswap32 (value) : value;
}

uint64_t
bytes_64 (const unsigned char *p, bool swap)
{
  uint64_t value;
  memcpy (&value, p, sizeof value);
  return swap ? __builtin_bswap64 (value) : value;
}
