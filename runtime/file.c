/* The profile file, mapped; where it cannot be, memory in its place.

   SPDX-License-Identifier: MIT

   The file is made sparse, HEADROOM longer than what is used, and mapped
   whole; space on the disk is reserved through the mapping just before it
   is used, so that a full disk is an error here and not a SIGBUS there.
   No descriptor is kept: the program sees none, and reserving works after
   chroot, setuid or the removal of the file.  */

#include "file.h"

#include <limits.h>
#include <linux/stat.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/utsname.h>

#include "lock.h"
#include "message.h"
#include "process.h"
#include "sys.h"

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

#define KIB ((uint64_t) 1024)
#define MIB (1024 * KIB)
#define GIB (1024 * MIB)

#define HEADROOM (64 * MIB)	/* Of the sparse file.  */
#define SMALLEST_HEADROOM (64 * KIB)
#define SMALLEST_STEP (64 * KIB)	/* Of space reserved at a time.  */
#define LARGEST_STEP MIB

unsigned char *cgrt_file_base;

static uint64_t reserved;	/* Bytes of the region.  */
static uint64_t mapped;		/* Up to here, something is mapped.  */
static uint64_t populated;	/* Up to here, it may be touched.  */
static uint64_t backed;		/* Up to here, it is the file.  */
static uint64_t used;		/* Up to here, records.  */
static int exists;		/* There is a file.  */
static int spilled;		/* New records live in memory.  */
static int ended;		/* The file was cut once.  */

static char name[PATH_MAX];	/* As the user wrote it.  */
static char path[PATH_MAX];	/* Absolute.  */
static uint32_t device[2];
static uint64_t inode;

static uint64_t page_size;

static uint64_t
page_up (uint64_t value)
{
  return (value + page_size - 1) & ~(page_size - 1);
}

/* Touch the pages of [FROM, FROM + LENGTH) through a system call, which
   says EFAULT where a plain write would be a SIGBUS.  For kernels without
   MADV_POPULATE_WRITE (before 5.14).  */

static int
touch (unsigned char *from, uint64_t length)
{
  for (uint64_t at = 0; at < length; at += page_size)
    {
      volatile long *word = (volatile long *) (from + at);
      long result = sys (SYS_clock_gettime, CLOCK_MONOTONIC, (long) word, 0,
			 0, 0, 0);
      if (result < 0)
	return (int) -result;
      word[0] = 0;
      word[1] = 0;
    }
  return 0;
}

/* Give the fresh pages of [FROM, FROM + LENGTH) room on the disk.
   Returns 0 or an errno.  */

static int
populate (unsigned char *from, uint64_t length)
{
  long result;
  do
    result = sys (SYS_madvise, (long) from, (long) length,
		  MADV_POPULATE_WRITE, 0, 0, 0);
  while (result == -EINTR || result == -EAGAIN);
  if (result == -EINVAL || result == -ENOSYS)
    return touch (from, length);
  return (int) -result;
}

/* The mapping cannot say why it got no room at OFFSET; ask FD.  */

static int
ask_reason (int fd, uint64_t offset)
{
  static const char zero;
  int error = offset + 1 > sys_limit (RLIMIT_FSIZE)
	      ? EFBIG : sys_write_at (fd, offset, &zero, 1);
  return error ? error : ENOSPC;
}

static int
identify (int fd, struct statx *status)
{
  return (int) -sys (SYS_statx, fd, (long) "", AT_EMPTY_PATH,
		     STATX_BASIC_STATS, (long) status, 0);
}

/* Open our file again.  Returns a descriptor or minus an errno: ESTALE if
   the name leads to another file now.  */

static int
reopen (void)
{
  struct statx status;
  int error;
  int fd = (int) sys_open (path, O_RDWR | O_NOFOLLOW | O_CLOEXEC, 0);
  if (fd < 0)
    return fd;
  error = identify (fd, &status);
  if (!error
      && (status.stx_ino != inode || status.stx_dev_major != device[0]
	  || status.stx_dev_minor != device[1]))
    error = ESTALE;
  if (error)
    {
      sys_close (fd);
      return -error;
    }
  return fd;
}

/* Reserve the region.  A limit on address space is the program's: take a
   sixteenth of it at most.  */

static int
reserve (void)
{
  uint64_t size = sizeof (void *) == 8 ? 64 * GIB : 256 * MIB;
  uint64_t limit = sys_limit (RLIMIT_AS);
  int error = ENOMEM;

  while (size > MIB && limit != UINT64_MAX && size > limit / 16)
    size /= 2;
  for (; size >= MIB; size /= 2)
    {
      cgrt_file_base = sys_mmap (NULL, size, PROT_NONE,
				 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
				 -1, 0, &error);
      if (!error)
	{
	  reserved = size;
	  return 0;
	}
    }
  return error;
}

/* Put memory behind [FROM, FROM + LENGTH) of the region.  */

static int
map_memory (uint64_t from, uint64_t length)
{
  int error;
  sys_mmap (cgrt_file_base + from, length, PROT_READ | PROT_WRITE,
	    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0,
	    &error);
  return error;
}

/* Records go to memory from now on, because of ERROR.  */

static void
spill (int error)
{
  if (error == ESTALE)
    cgrt_message (name, "cannot grow: no longer there", 0);
  else
    cgrt_message (name, "cannot write", error);
  spilled = 1;
  if (populated > mapped)
    populated = mapped;
  backed = populated;
  /* What is mapped behind is the file without room: never used again.  */
  mapped = populated;
}

/* Make the file longer, by as much as NEED more bytes need, and map it.
   Returns 0 or an errno.  */

static int
extend_file (uint64_t need)
{
  uint64_t step = ended ? SMALLEST_HEADROOM : HEADROOM;
  uint64_t limit = sys_limit (RLIMIT_FSIZE);
  uint64_t end = mapped + (need > step ? page_up (need) : step);
  int error, fd;

  if (end > limit)
    end = limit & ~(page_size - 1);
  if (end > reserved)
    end = reserved;
  if (end < mapped + need)
    return mapped + need > limit ? EFBIG : ENOMEM;
  fd = reopen ();
  if (fd < 0)
    return -fd;
  error = (int) -sys_ftruncate (fd, end);
  if (!error)
    {
      sys_mmap (cgrt_file_base + mapped, end - mapped,
		PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, mapped,
		&error);
      if (!error)
	mapped = end;
    }
  sys_close (fd);
  return error;
}

/* Make [0, END) of the file safe to touch.  Returns 0 or an errno.  */

static int
grow_file (uint64_t end)
{
  uint64_t step = used / 4;
  uint64_t wanted;
  int error = 0;

  if (step < SMALLEST_STEP)
    step = SMALLEST_STEP;
  if (step > LARGEST_STEP)
    step = LARGEST_STEP;
  if (end > mapped)
    error = extend_file (end - mapped);
  if (error || end <= populated)
    return error;
  wanted = page_up (end > populated + step ? end : populated + step);
  if (wanted > mapped)
    wanted = mapped;
  error = populate (cgrt_file_base + populated, wanted - populated);
  if (error && wanted > page_up (end))
    {
      wanted = page_up (end);
      error = populate (cgrt_file_base + populated, wanted - populated);
    }
  if (!error)
    populated = wanted;
  else if (error == EFAULT)
    {
      int fd = reopen ();
      error = fd < 0 ? ENOSPC : ask_reason (fd, populated);
      if (fd >= 0)
	sys_close (fd);
    }
  return error;
}

/* Likewise for memory behind the file.  */

static int
grow_memory (uint64_t end)
{
  uint64_t wanted = page_up (end - populated);
  if (wanted < HEADROOM && populated + HEADROOM <= reserved)
    wanted = HEADROOM;
  if (populated + wanted > reserved || map_memory (populated, wanted))
    return ENOMEM;
  populated += wanted;
  mapped = populated;
  return 0;
}

void *
cgrt_file_allocate (uint64_t size)
{
  struct cgprof_record *record;
  uint64_t end;
  int error = 0;

  size = (size + CGPROF_ALIGN - 1) & ~(uint64_t) (CGPROF_ALIGN - 1);
  end = used + size;
  if ((end > populated || end > mapped) && !spilled)
    {
      error = grow_file (end);
      if (error)
	spill (error);
    }
  if (end > populated && grow_memory (end))
    return NULL;
  record = cgrt_file_at (used);
  used = end;
  __atomic_store_n (&record->size, size, __ATOMIC_RELEASE);
  /* A record in memory is none of the file's until it is written there.  */
  if (!spilled || end <= backed)
    __atomic_store_n (&cgrt_file_header ()->used, used, __ATOMIC_RELEASE);
  return record;
}

void
cgrt_file_publish (void *record, uint32_t type)
{
  __atomic_store_n (&((struct cgprof_record *) record)->type, type,
		    __ATOMIC_RELEASE);
}

uint64_t
cgrt_file_used (void)
{
  return used;
}

int
cgrt_file_whole (void)
{
  return exists && (!spilled || used <= backed);
}

int
cgrt_file_finish (void)
{
  int fd, error = 0;

  ended = 1;
  if (!exists)
    return 0;
  fd = reopen ();
  if (fd < 0)
    return cgrt_file_whole ();
  if (used > backed && spilled)
    {
      error = used > sys_limit (RLIMIT_FSIZE) ? EFBIG
	      : sys_write_at (fd, backed, cgrt_file_base + backed,
			      used - backed);
      if (!error)
	__atomic_store_n (&cgrt_file_header ()->used, used,
			  __ATOMIC_RELEASE);
    }
  if (error)
    sys_ftruncate (fd, cgrt_file_header ()->used);
  else
    sys_ftruncate (fd, used);
  if (!spilled)
    {
      /* The last page reaches beyond the end: a new record there must
	 make the file longer first.  */
      mapped = used & ~(page_size - 1);
      populated = page_up (used);
    }
  sys_close (fd);
  return !error;
}

/* Write PATTERN's expansion to name and path.  Returns 0 or an errno.  */

static int
expand (const char *pattern, int force_pid)
{
  static struct cgrt_text text;
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
	  case 'm':
	    {
	      static char image[PATH_MAX];
	      ssize_t length = readlink ("/proc/self/exe", image,
					 sizeof image - 1);
	      image[length > 0 ? length : 0] = '\0';
	      cgrt_text_add (&text, strrchr (image, '/')
				    ? strrchr (image, '/') + 1 : "program");
	      continue;
	    }
	  case '%':
	    break;
	  default:
	    pattern--;
	  }
      cgrt_text_add (&text, one);
    }
  if (force_pid && !has_pid)
    {
      cgrt_text_add (&text, ".");
      cgrt_text_add_number (&text, (unsigned) cgrt_pid);
    }
  if (text.length >= sizeof name)
    return ENAMETOOLONG;
  memcpy (name, text.bytes, text.length + 1);
  path[0] = '\0';
  if (name[0] != '/')
    {
      /* A forked child may be elsewhere: the first place is kept.  */
      static char start[PATH_MAX];
      if (!start[0] && !getcwd (start, sizeof start))
	{
	  start[0] = '\0';
	  return errno;
	}
      if (strlen (start) + 1 + text.length >= sizeof path)
	return ENAMETOOLONG;
      memcpy (path, start, strlen (start) + 1);
      strcat (path, "/");
    }
  strcat (path, name);
  return 0;
}

/* Whether the file that PATH names may be replaced: 0 or an errno.  A
   symbolic link is not followed, a device not replaced, and a file that
   was made read-only is kept, by root too.  */

static int
check_old (void)
{
  struct stat status;
  if (lstat (path, &status) < 0)
    return errno == ENOENT ? 0 : errno;
  if (S_ISLNK (status.st_mode))
    return ELOOP;
  if (S_ISDIR (status.st_mode))
    return EISDIR;
  if (!S_ISREG (status.st_mode))
    return EINVAL;
  if (!(status.st_mode & 0222))
    return EACCES;
  return faccessat (AT_FDCWD, path, W_OK, AT_EACCESS) < 0 ? errno : 0;
}

/* Open a new file beside path and write its name to TEMPORARY.  Returns a
   descriptor or minus an errno.  */

static int
open_temporary (char *temporary, size_t size)
{
  const char *slash = strrchr (path, '/');
  for (int attempt = 0; attempt < 100; attempt++)
    {
      int fd;
      int length = snprintf (temporary, size, "%.*s/.cgprof-%d-%d",
			     (int) (slash - path), path, (int) cgrt_pid,
			     attempt);
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

/* Make FD's file as long as can be, LENGTH bytes at most and NEED at
   least, and map it.  */

static int
map_file (int fd, uint64_t need, uint64_t *length, unsigned char **mapping)
{
  uint64_t limit = sys_limit (RLIMIT_FSIZE);
  int error;

  if (*length > limit)
    *length = limit & ~(page_size - 1);
  if (*length < need)
    return EFBIG;
  while ((error = (int) -sys_ftruncate (fd, *length)) != 0)
    {
      if (*length / 2 < need || *length / 2 < SMALLEST_HEADROOM)
	return error;
      *length = page_up (*length / 2);
    }
  *mapping = sys_mmap (NULL, *length, PROT_READ | PROT_WRITE, MAP_SHARED, fd,
		       0, &error);
  return error;
}

/* Create the file under a temporary name, map it anywhere, reserve NEED
   bytes, let FILL write them, and give it its name.  Returns 0 or an
   errno, and then there is neither file nor mapping.  */

static int
create (uint64_t need, uint64_t *length, unsigned char **mapping,
	void (*fill) (unsigned char *))
{
  char temporary[PATH_MAX + 64];
  struct statx status;
  int error = check_old ();
  int fd;

  if (error)
    return error;
  fd = open_temporary (temporary, sizeof temporary);
  if (fd < 0)
    return -fd;
  error = map_file (fd, need, length, mapping);
  if (!error)
    {
      error = populate (*mapping, need);
      if (error == EFAULT)
	error = ask_reason (fd, 0);
      if (!error)
	error = identify (fd, &status);
      if (!error)
	{
	  fill (*mapping);
	  if (rename (temporary, path) < 0)
	    error = errno;
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

/* Put MAPPING, of LENGTH bytes, in its place.  Returns 0 or an errno.  */

static int
move_to_base (unsigned char *mapping, uint64_t length)
{
  long result = sys (SYS_mremap, (long) mapping, (long) length,
		     (long) length, MREMAP_MAYMOVE | MREMAP_FIXED,
		     (long) cgrt_file_base, 0);
  return result < 0 && result > -4096 ? (int) -result : 0;
}

int
cgrt_file_create (const char *pattern, int force_pid, uint64_t first_used,
		  void (*fill) (unsigned char *))
{
  unsigned char *mapping = NULL;
  uint64_t length, need;
  int error;

  if (!cgrt_file_base)
    {
      page_size = (uint64_t) sysconf (_SC_PAGESIZE);
      error = reserve ();
      if (error)
	return error;
    }
  /* All that a forked child has inherited must be covered.  */
  need = page_up (first_used);
  length = HEADROOM < reserved / 2 ? HEADROOM : reserved / 2;
  if (length < need)
    length = need;

  error = expand (pattern, force_pid);
  if (!error)
    error = create (need, &length, &mapping, fill);
  exists = !error;
  spilled = !exists;
  if (error)
    {
      cgrt_message (*name ? name : pattern, "cannot write", error);
      mapping = sys_mmap (NULL, length, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0,
			  &error);
      if (error)
	return error;
      fill (mapping);
    }
  error = move_to_base (mapping, length);
  if (error)
    return error;
  /* Behind the child's own, nothing of the parent's may stay.  */
  if (mapped > length)
    sys_mmap (cgrt_file_base + length, mapped - length, PROT_NONE,
	      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0,
	      &error);
  mapped = length;
  populated = exists ? need : length;
  backed = exists ? populated : 0;
  used = first_used;
  ended = 0;
  return 0;
}
