/* The profile's own file: creating it, opening it again, and recognising it
   among files of the same name.

   SPDX-License-Identifier: MIT

   No descriptor of it is kept, so it is recognised by its device and
   inode.  */

#include "file/self.h"

#include <fcntl.h>
#include <limits.h>
#include <linux/stat.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file/family.h"
#include "file/file.h"
#include "file/name.h"
#include "file/space.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/sys.h"

#define SMALLEST_LENGTH (64 * (uint64_t) 1024)

static uint32_t device[2];
static uint64_t inode;
static unsigned mode;		/* Permissions, as the umask leaves them.  */

static int
identify (int fd, struct statx *status)
{
  return (int) -sys (SYS_statx, fd, (long) "", AT_EMPTY_PATH,
		     STATX_BASIC_STATS, (long) status, 0);
}

static void
set_mode (int fd, unsigned to)
{
  sys (SYS_fchmod, fd, (long) to, 0, 0, 0, 0);
}

void
cgrt_self_permit (int fd)
{
  set_mode (fd, mode);
}

/* Whether FD is our file, at least LEAST bytes long: 0 or an errno.  Sets
   *NOW to its permissions, *WAS_CUT if it is shorter.  */

static int
check (int fd, uint64_t least, unsigned *now, int *was_cut)
{
  struct statx status;
  int error = identify (fd, &status);

  if (error)
    return error;
  *now = status.stx_mode & 0777;
  if (status.stx_ino != inode || status.stx_dev_major != device[0]
      || status.stx_dev_minor != device[1])
    return ESTALE;
  *was_cut = status.stx_size < least;
  return *was_cut ? ESTALE : 0;
}

int
cgrt_self_open (uint64_t least, int *was_cut)
{
  /* Somebody may have put a FIFO in its place.  */
  const int own = O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK;
  unsigned now;
  int error, fd;
  int reader = (int) sys_open (cgrt_name_path, O_RDONLY | own, 0);

  *was_cut = 0;
  if (reader < 0)
    return reader;
  error = check (reader, least, &now, was_cut);
  if (error)
    {
      sys_close (reader);
      return -error;
    }
  fd = (int) sys_open (cgrt_name_path, O_RDWR | own, 0);
  if (fd == -EACCES)
    {
      set_mode (reader, now | 0200);
      fd = (int) sys_open (cgrt_name_path, O_RDWR | own, 0);
      set_mode (reader, now);
    }
  sys_close (reader);
  if (fd < 0)
    return fd;
  error = check (fd, least, &now, was_cut);
  if (error)
    {
      sys_close (fd);
      return -error;
    }
  return fd;
}

int
cgrt_self_lengthen (int fd, uint64_t length)
{
  uint64_t page = cgrt_memory_page ();
  struct statx status;
  int error = identify (fd, &status);

  if (error || status.stx_size >= length)
    return error;
  /* Room for the last page alone makes the file so long and never shorter, as
     ftruncate could after another process.  */
  if (cgrt_space_allocate (fd, length - page, page, &error))
    return error;
  return cgrt_family_is_alone () ? (int) -sys_ftruncate (fd, length)
				 : EOPNOTSUPP;
}

/* Make FD's file as long as can be, LENGTH bytes at most and NEED at
   least, and map it.  LENGTH is left as it is if that cannot be: as much
   memory will be in its place.  */

static int
map_file (int fd, uint64_t need, uint64_t *length, unsigned char **mapping)
{
  uint64_t limit = sys_limit (RLIMIT_FSIZE);
  uint64_t page = cgrt_memory_page ();
  uint64_t most = *length < limit ? *length : limit & ~(page - 1);
  int error;

  if (most < need)
    return EFBIG;
  while ((error = (int) -sys_ftruncate (fd, most)) != 0)
    {
      if (most / 2 < need || most / 2 < SMALLEST_LENGTH)
	return error;
      most = (most / 2 + page - 1) & ~(page - 1);
    }
  *mapping = cgrt_space_map (NULL, most, fd, 0, &error);
  if (!error)
    *length = most;
  return error;
}

int
cgrt_self_create (uint64_t need, uint64_t *length, unsigned char **mapping,
		  int (*fill) (const struct cgrt_file_new *))
{
  char temporary[PATH_MAX + 64];
  struct statx status;
  struct stat old;
  int error = cgrt_name_check (cgrt_name_path, &old);
  int fd;

  if (error && error != ENOENT)
    return error;
  fd = cgrt_name_open_temporary (cgrt_name_path, temporary,
				 sizeof temporary);
  if (fd < 0)
    return -fd;
  cgrt_space_keep_place (fd);
  error = map_file (fd, need, length, mapping);
  if (!error)
    {
      error = identify (fd, &status);
      if (!error)
	{
	  const struct cgrt_file_new new = { *mapping, fd };
	  error = fill (&new);
	}
      if (!error)
	{
	  mode = status.stx_mode & 0777;
	  set_mode (fd, mode & ~(unsigned) CGRT_NAME_MODE_WRITE);
	  error = cgrt_name_take (temporary, cgrt_name_path);
	}
      if (error)
	sys_munmap (*mapping, *length);
    }
  sys_close (fd);
  if (error)
    {
      unlink (temporary);
      return error;
    }
  inode = status.stx_ino;
  device[0] = status.stx_dev_major;
  device[1] = status.stx_dev_minor;
  return 0;
}

int
cgrt_self_was_removed (const void *base)
{
  static const char mark[] = " (deleted)";
  static CGRT_BUFFER char text[4096];
  static CGRT_BUFFER struct cgrt_text start;
  /* An alternate stack has no room for it.  */
  static CGRT_BUFFER char line[PATH_MAX + 128];
  size_t filled = 0;
  long length;
  int removed = 0;
  int fd = (int) sys_open ("/proc/self/maps", O_RDONLY | O_CLOEXEC, 0);

  if (fd < 0)
    return 0;
  start.length = 0;
  snprintf (start.bytes, sizeof start.bytes, "%08llx-",
	    (unsigned long long) (uintptr_t) base);
  while ((length = sys (SYS_read, fd, (long) text, sizeof text, 0, 0, 0)) > 0)
    for (long i = 0; i < length; i++)
      if (text[i] != '\n')
	{
	  if (filled < sizeof line - 1)
	    line[filled++] = text[i];
	}
      else
	{
	  line[filled] = '\0';
	  if (strncmp (line, start.bytes, strlen (start.bytes)) == 0)
	    removed = filled > strlen (mark)
		      && strcmp (line + filled - strlen (mark), mark) == 0;
	  filled = 0;
	}
  sys_close (fd);
  return removed;
}
