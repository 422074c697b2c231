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
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Put what standard input has, a pipe, into a file in its place.  */

static bool
bytes_keep_input (void)
{
  FILE *kept = tmpfile ();
  if (!kept)
    return false;
  char buffer[65536];
  ssize_t got;
  while ((got = read (STDIN_FILENO, buffer, sizeof buffer)) > 0
	 || (got < 0 && errno == EINTR))
    if (got > 0)
      fwrite (buffer, 1, got, kept);
  bool good = got == 0 && fflush (kept) == 0 && !ferror (kept)
    && dup2 (fileno (kept), STDIN_FILENO) >= 0;
  fclose (kept);
  return good;
}

int
bytes_open (const char *file)
{
  if (strcmp (file, "-") != 0)
    return open (file, O_RDONLY | O_CLOEXEC);
  if (lseek (STDIN_FILENO, 0, SEEK_CUR) < 0 && !bytes_keep_input ())
    return -1;
  return lseek (STDIN_FILENO, 0, SEEK_SET) < 0 ? -1 : STDIN_FILENO;
}

void
bytes_close (int fd)
{
  if (fd > STDIN_FILENO)
    close (fd);
}

bool
bytes_read (struct bytes *bytes, const char *file, uint64_t limit)
{
  return bytes_read_at (bytes, file, 0, limit);
}

/* Step over the first OFFSET bytes of FD.  */

static bool
bytes_skip (int fd, uint64_t offset)
{
  unsigned char buffer[4096];
  if (offset == 0
      || (offset <= INT64_MAX && lseek (fd, offset, SEEK_SET) >= 0))
    return true;
  while (offset > 0)
    {
      ssize_t got = read (fd, buffer, offset < sizeof buffer
			  ? offset : sizeof buffer);
      if (got < 0 && errno == EINTR)
	continue;
      if (got <= 0)
	return got == 0;
      offset -= got;
    }
  return true;
}

bool
bytes_read_at (struct bytes *bytes, const char *file, uint64_t offset,
	       uint64_t limit)
{
  memset (bytes, 0, sizeof *bytes);
  int fd = bytes_open (file);
  struct stat status;
  if (fd < 0 || fstat (fd, &status) != 0 || !bytes_skip (fd, offset))
    {
      int error = errno;
      bytes_close (fd);
      return diag_error (file, "cannot open: %s", strerror (error));
    }
  if (S_ISREG (status.st_mode))
    bytes->file_size = (uint64_t) status.st_size > offset
      ? status.st_size - offset : 0;

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
  bytes_close (fd);
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
