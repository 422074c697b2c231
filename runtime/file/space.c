/* Mapping a sparse file, and reserving room on the disk for it.

   SPDX-License-Identifier: MIT  */

#include "file/space.h"

#include <linux/fs.h>
#include <linux/magic.h>
#include <sys/resource.h>
#include <sys/statfs.h>

#include "base/memory.h"
#include "base/sys.h"

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

/* Touch the pages of [FROM, FROM + LENGTH) through a system call, which
   says EFAULT where a plain write would be a SIGBUS, and changes nothing:
   other processes may have records there already.  For kernels without
   MADV_POPULATE_WRITE (before 5.14).  */

static int
touch (unsigned char *from, uint64_t length)
{
  uint64_t page_size = cgrt_memory_page ();

  for (uint64_t at = 0; at < length; at += page_size)
    if (!sys_can_write (from + at))
      return EFAULT;
  return 0;
}

int
cgrt_space_populate (unsigned char *from, uint64_t length)
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

void
cgrt_space_keep_place (int fd)
{
  struct statfs system;
  int flags = 0;

  if (sys (SYS_fstatfs, fd, (long) &system, 0, 0, 0, 0) < 0
      || (uint32_t) system.f_type != BTRFS_SUPER_MAGIC
      || sys (SYS_ioctl, fd, FS_IOC_GETFLAGS, (long) &flags, 0, 0, 0) < 0)
    return;
  flags |= FS_NOCOW_FL;
  sys (SYS_ioctl, fd, FS_IOC_SETFLAGS, (long) &flags, 0, 0, 0);
}

/* The kernel reads ahead of a fault in a mapped file, as much as the device
   likes (8 MiB on some), and a hole has to be cleared for that: 0.8 ms for
   the first page, and as much memory as is never used.  So it is told not
   to; where it will not listen, that is no error.  Nor must a program that has
   locked all its future mappings get all of the hole: what cannot be read is
   not brought in.  With valgrind, WHERE may have been mapped and be in use
   (extend_file), so there it can be read and written all the time.  */

unsigned char *
cgrt_space_map (void *where, uint64_t length, int fd, uint64_t offset,
		int *error)
{
  int first = sys_is_valgrind () ? PROT_READ | PROT_WRITE : PROT_NONE;
  unsigned char *mapping = sys_mmap (where, length, first,
				     MAP_SHARED | (where ? MAP_FIXED : 0), fd,
				     offset, error);
  if (*error)
    return NULL;
  sys_unlock (mapping, length);
  *error = (int) -sys (SYS_mprotect, (long) mapping, (long) length,
		       PROT_READ | PROT_WRITE, 0, 0, 0);
  if (*error)
    {
      if (!where)
	sys_munmap (mapping, length);
      return NULL;
    }
  sys (SYS_madvise, (long) mapping, (long) length, MADV_RANDOM, 0, 0, 0);
  return mapping;
}

int
cgrt_space_reason (int fd, uint64_t offset)
{
  static const char zero;
  int error = offset + 1 > sys_limit (RLIMIT_FSIZE)
	      ? EFBIG : sys_write_at (fd, offset, &zero, 1);
  return error ? error : ENOSPC;
}

int
cgrt_space_allocate (int fd, uint64_t from, uint64_t length, int *error)
{
  long result;

  /* In 32 bits each is two arguments, on a little-endian machine the lower
     half first.  */
  do
#if __SIZEOF_LONG__ == 4
    result = sys (SYS_fallocate, fd, 0, (long) from, (long) (from >> 32),
		  (long) length, (long) (length >> 32));
#else
    result = sys (SYS_fallocate, fd, 0, (long) from, (long) length, 0, 0);
#endif
  while (result == -EINTR);
  *error = (int) -result;
  return result != -EOPNOTSUPP && result != -ENOSYS && result != -EPERM;
}
