/* The profile's name, and files that may be replaced by ours.

   SPDX-License-Identifier: MIT  */

#include "file/name.h"

#include <linux/fs.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include <cgprof/format.h>
#include "base/memory.h"
#include "base/message.h"
#include "base/options.h"
#include "base/process.h"
#include "base/sys.h"

CGRT_BUFFER char cgrt_name_written[PATH_MAX];
CGRT_BUFFER char cgrt_name_path[PATH_MAX];
int cgrt_name_beside;

static CGRT_BUFFER char wanted[PATH_MAX];	/* The pattern.  */
static unsigned wanted_level;	/* First level of names tried.  */

int
cgrt_name_expand (const char *pattern, unsigned level)
{
  static CGRT_BUFFER struct cgrt_text text;
  int has_pid = 0;

  text.length = 0;
  for (; *pattern; pattern++)
    {
      char one[2] = { *pattern, '\0' };
      if (*pattern == '%')
	switch (*++pattern)
	  {
	  case 'p':
	    cgrt_text_add_number (&text, (unsigned) cgrt_pid);
	    has_pid = 1;
	    continue;
	  case 'h':
	    {
	      struct utsname system;
	      if (uname (&system) == 0)
		cgrt_text_add (&text, system.nodename);
	      continue;
	    }
	  case 'r':
	    if (cgrt_options.rank)
	      cgrt_text_add_number (&text, cgrt_options.rank - 1);
	    continue;
	  case 'm':
	    {
	      static CGRT_BUFFER char image[PATH_MAX];
	      ssize_t length = readlink ("/proc/self/exe", image,
					 sizeof image - 1);
	      image[length > 0 ? length : 0] = '\0';
	      cgrt_text_add (&text, strrchr (image, '/')
				    ? strrchr (image, '/') + 1 : "program");
	      continue;
	    }
	  case 't':
	    cgrt_text_add_number (&text, sys_clock (CLOCK_REALTIME));
	    continue;
	  case '%':
	    break;
	  default:
	    pattern--;
	  }
      cgrt_text_add (&text, one);
    }
  if (level && !has_pid)
    {
      cgrt_text_add (&text, ".");
      cgrt_text_add_number (&text, (unsigned) cgrt_pid);
    }
  if (level > 1)
    {
      cgrt_text_add (&text, ".");
      cgrt_text_add_number (&text, level);
    }
  if (text.length >= sizeof cgrt_name_written)
    return ENAMETOOLONG;
  memcpy (cgrt_name_written, text.bytes, text.length + 1);
  cgrt_name_path[0] = '\0';
  if (cgrt_name_written[0] != '/')
    {
      /* A forked child may be elsewhere: the first place is kept.  */
      static CGRT_BUFFER char start[PATH_MAX];
      if (!start[0] && !getcwd (start, sizeof start))
	{
	  start[0] = '\0';
	  return errno;
	}
      if (strlen (start) + 1 + text.length >= sizeof cgrt_name_path)
	return ENAMETOOLONG;
      memcpy (cgrt_name_path, start, strlen (start) + 1);
      strcat (cgrt_name_path, "/");
    }
  strcat (cgrt_name_path, cgrt_name_written);
  return 0;
}

int
cgrt_name_want (const char *pattern, int force_pid)
{
  if (strlen (pattern) >= sizeof wanted)
    return ENAMETOOLONG;
  memcpy (wanted, pattern, strlen (pattern) + 1);
  wanted_level = force_pid != 0;
  return 0;
}

int
cgrt_name_expand_wanted (unsigned n)
{
  return cgrt_name_expand (wanted, wanted_level + n);
}

/* Whether process PID was there at TIME (CLOCK_REALTIME, ns) and is not
   dead.  Where /proc does not tell, a process of this number will do.  */

static int
is_running_since (uint64_t pid, uint64_t time)
{
  char name_of[64], text[1024];
  const char *at;
  uint64_t ticks = 0, age, now;
  long length;
  int fd;

  snprintf (name_of, sizeof name_of, "/proc/%llu/stat",
	    (unsigned long long) pid);
  fd = (int) sys_open (name_of, O_RDONLY | O_CLOEXEC, 0);
  if (fd < 0)
    return (sys (SYS_kill, (long) pid, 0, 0, 0, 0, 0) != -ESRCH
	    && sys (SYS_faccessat, AT_FDCWD, (long) "/proc/self", F_OK, 0, 0,
		    0) < 0);
  length = sys (SYS_read, fd, (long) text, sizeof text - 1, 0, 0, 0);
  sys_close (fd);
  text[length > 0 ? length : 0] = '\0';

  /* Fields are counted from the end of the name, which may hold anything:
     first is 3, the state; 22 is the start, in ticks after boot.  */
  at = strrchr (text, ')');
  if (!at || !at[1] || at[2] == 'Z' || at[2] == 'X')
    return 0;
  for (int field = 2; field < 22 && at; field++)
    at = strchr (at + 1, ' ');
  for (at += at != NULL; at && *at >= '0' && *at <= '9'; at++)
    ticks = ticks * 10 + (uint64_t) (*at - '0');
  age = sys_clock (CLOCK_BOOTTIME)
	- ticks * (1000000000u / (uint64_t) sysconf (_SC_CLK_TCK));
  now = sys_clock (CLOCK_REALTIME);
  return now - age <= time;
}

/* What the file of this name is.  */
enum old
{
  OLD_FOREIGN,			/* Anything.  */
  OLD_LEFT,			/* A profile in which a process counted that
				   was killed.  */
  OLD_LIVE			/* A profile that is being counted in, or was
				   by this very process before an exec.  */
};

/* How many processes of an old profile are looked at.  */
#define MOST_OLD 100000

/* Read SIZE bytes of FD at OFFSET to TO.  Returns whether they are there.  */

static int
read_at (int fd, uint64_t offset, void *to, size_t size)
{
  return pread (fd, to, size, (off_t) offset) == (ssize_t) size;
}

/* Read the PROCESS record with that ID.  */

static int
read_process (int fd, uint32_t id, struct cgprof_process *process)
{
  return id && read_at (fd, (uint64_t) id * CGPROF_ALIGN, process,
			sizeof *process)
	 && process->record.type == CGPROF_RECORD_PROCESS;
}

/* Which of them the profile FD is, whose newest place is the record with that
   ID.  */

static enum old
examine_places (int fd, uint32_t id)
{
  struct cgprof_process place, last;
  enum old old = OLD_FOREIGN;

  for (uint32_t i = 0; i < MOST_OLD && read_process (fd, id, &place);
       i++, id = place.older)
    {
      if (!read_process (fd, place.last, &last))
	last = place;
      /* An exec may have failed, and a handler taken the signal.  */
      if (last.end == CGPROF_END_EXIT || last.end == CGPROF_END_QUICK)
	continue;
      if (!is_running_since (last.pid, last.start_time))
	{
	  if (old != OLD_LIVE)
	    old = OLD_LEFT;
	  continue;
	}
      old = OLD_LIVE;
      if (last.pid != (uint64_t) cgrt_pid)
	{
	  cgrt_name_beside = 1;
	  break;
	}
    }
  return old;
}

static enum old
examine_old (const char *path)
{
  struct cgprof_header header;
  enum old old = OLD_FOREIGN;
  int fd = (int) sys_open (path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK
				 | O_CLOEXEC, 0);
  if (fd < 0)
    return OLD_FOREIGN;
  if (read_at (fd, 0, &header, sizeof header)
      && memcmp (header.magic, CGPROF_MAGIC, sizeof header.magic) == 0
      && header.byte_order == CGPROF_BYTE_ORDER
      && header.version == CGPROF_FORMAT_VERSION)
    old = examine_places (fd, header.places);
  sys_close (fd);
  return old;
}

int
cgrt_name_check (const char *path, struct stat *status)
{
  enum old old;
  if (lstat (path, status) < 0)
    return errno;
  if (S_ISLNK (status->st_mode))
    return ELOOP;
  if (S_ISDIR (status->st_mode))
    return EISDIR;
  if (!S_ISREG (status->st_mode))
    return EINVAL;
  old = examine_old (path);
  if (old == OLD_LIVE)
    return EBUSY;
  if (old == OLD_LEFT
      && (status->st_uid == geteuid () || geteuid () == 0))
    return 0;
  if (!(status->st_mode & CGRT_NAME_MODE_WRITE))
    return EACCES;
  return faccessat (AT_FDCWD, path, W_OK, AT_EACCESS) < 0
    ? errno : 0;
}

static int
rename_with (const char *from, const char *to, unsigned flags)
{
  return (int) -sys (SYS_renameat2, AT_FDCWD, (long) from, AT_FDCWD,
		     (long) to, flags, 0);
}

int
cgrt_name_take (const char *temporary, const char *path)
{
  for (;;)
    {
      struct stat old, got;
      int error = rename_with (temporary, path, RENAME_NOREPLACE);
      int plain = error == EINVAL || error == ENOSYS;
      if (error != EEXIST && !plain)
	return error;
      error = cgrt_name_check (path, &old);
      if (error == ENOENT && !plain)
	continue;
      if (error && error != ENOENT)
	return error;
      if (!plain)
	{
	  error = rename_with (temporary, path, RENAME_EXCHANGE);
	  if (error == ENOENT)
	    continue;
	  plain = error == EINVAL;
	  if (error && !plain)
	    return error;
	}
      /* The file system cannot do better.  */
      if (plain)
	return rename (temporary, path) < 0 ? errno : 0;
      if (lstat (temporary, &got) < 0)
	return errno;
      if (got.st_ino == old.st_ino && got.st_dev == old.st_dev)
	return unlink (temporary) < 0 ? errno : 0;
      error = rename_with (temporary, path, RENAME_EXCHANGE);
      if (error)
	return error;
    }
}

int
cgrt_name_open_temporary (const char *path, char *temporary, size_t size)
{
  const char *slash = strrchr (path, '/');
  for (int attempt = 0; attempt < 100; attempt++)
    {
      int fd;
      int length = snprintf (temporary, size, "%.*s.cgprof-%d-%d",
			     slash ? (int) (slash + 1 - path) : 0, path,
			     (int) cgrt_pid, attempt);
      if (length < 0 || (size_t) length >= size)
	return -ENAMETOOLONG;
      fd = (int) sys_open (temporary,
			   O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
			   0666);
      if (fd != -EEXIST)
	return fd;
    }
  return -EEXIST;
}
