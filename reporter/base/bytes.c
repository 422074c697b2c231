/* The bytes of a file, and numbers out of them.

   Files are read, not mapped: one that is cut off meanwhile must give an
   error, not a signal.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/bytes.h"
#include "base/diag.h"
#include "base/mem.h"
#include "base/progress.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A pipe's contents, which may be wanted twice, in a file without a name.
   They stay until the program ends.  */
struct bytes_kept
{
  struct bytes_kept *next;
  const char *name;
  int fd;
};

static struct bytes_kept *bytes_all_kept;

/* Copy what FD, a pipe, has into a file and return that.  */

static FILE *
bytes_copy (int fd, const char *name)
{
  FILE *copy = tmpfile ();
  if (!copy)
    return NULL;
  char buffer[65536];
  uint64_t size = 0;
  ssize_t got;
  progress_begin ("reading", name);
  while ((got = read (fd, buffer, sizeof buffer)) > 0
	 || (got < 0 && errno == EINTR))
    if (got > 0)
      {
	fwrite (buffer, 1, got, copy);
	progress_tell (size += got, 0);
      }
  progress_end ();
  if (got == 0 && fflush (copy) == 0 && !ferror (copy))
    return copy;
  fclose (copy);
  return NULL;
}

/* Keep what FD, a pipe called NAME, has; NULL if that fails.  */

static struct bytes_kept *
bytes_keep (int fd, const char *name)
{
  FILE *copy = bytes_copy (fd, name);
  if (!copy)
    return NULL;
  struct bytes_kept *kept = mem_alloc (1, sizeof *kept);
  *kept = (struct bytes_kept) { bytes_all_kept, name, dup (fileno (copy)) };
  fclose (copy);
  return bytes_all_kept = kept;
}

int
bytes_open (const char *file)
{
  struct bytes_kept *kept = bytes_all_kept;
  while (kept && strcmp (kept->name, file) != 0)
    kept = kept->next;
  if (!kept)
    {
      int fd = strcmp (file, "-") == 0 ? dup (STDIN_FILENO)
				       : open (file, O_RDONLY | O_CLOEXEC);
      if (fd < 0 || lseek (fd, 0, SEEK_SET) == 0)
	return fd;
      kept = bytes_keep (fd, file);
      close (fd);
      if (!kept)
	return -1;
    }
  return lseek (kept->fd, 0, SEEK_SET) < 0 ? -1 : dup (kept->fd);
}

void
bytes_close (int fd)
{
  if (fd >= 0)
    close (fd);
}

bool
bytes_read (struct bytes *bytes, const char *file, uint64_t limit)
{
  return bytes_read_at (bytes, file, 0, limit);
}

bool
bytes_read_at (struct bytes *bytes, const char *file, uint64_t offset,
	       uint64_t limit)
{
  memset (bytes, 0, sizeof *bytes);
  int fd = bytes_open (file);
  struct stat status;
  if (fd < 0 || fstat (fd, &status) != 0)
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
      /* Threads may read what a pipe had at once, by one descriptor.  */
      got = offset + bytes->size > INT64_MAX
	? 0 : pread (fd, bytes->data + bytes->size, step,
		     offset + bytes->size);
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
