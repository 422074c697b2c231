/* What a module asks the kernel: by system calls, where the header of the
   processor has them, for each name that a module refers to is looked up when
   it is loaded; elsewhere by the C library's functions, without which the
   answer is no.

   SPDX-License-Identifier: MIT  */

#include <sys/stat.h>

#ifdef CGPROF_SYSTEM_CALL

#include <asm/termbits.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>

/* Set *STATUS to that of the file PATH.  Returns whether there is one.  */

static inline int
get_status (const char *path, struct stat *status)
{
  return system_call (SYS_stat, (long) path, (long) status, 0, 0) == 0;
}

/* Likewise of what the descriptor FD is of.  */

static inline int
get_open_status (int fd, struct stat *status)
{
  return system_call (SYS_fstat, fd, (long) status, 0, 0) == 0;
}

/* Whether FD is a terminal's.  */

static inline int
is_terminal (int fd)
{
  struct termios settings;
  return system_call (SYS_ioctl, fd, TCGETS, (long) &settings, 0) == 0;
}

/* Write the SIZE bytes at MESSAGE to standard error.  */

static inline void
tell (const char *message, unsigned long size)
{
  system_call (SYS_write, 2, (long) message, (long) size, 0);
}

#else

#include <errno.h>
#include <unistd.h>

static __typeof (stat) __cgprof_stat WEAKREF ("stat");
static __typeof (fstat) __cgprof_fstat WEAKREF ("fstat");
static __typeof (isatty) __cgprof_isatty WEAKREF ("isatty");
static __typeof (write) __cgprof_write WEAKREF ("write");
static __typeof (__errno_location) __cgprof_errno
  WEAKREF ("__errno_location");

/* The place of errno, or FALLBACK, for a call that may change it.  */

static inline int *
place_of_errno (int *fallback)
{
  return __cgprof_errno ? __cgprof_errno () : fallback;
}

static inline int
get_status (const char *path, struct stat *status)
{
  int none = 0, *place = place_of_errno (&none), error = *place;
  int got = __cgprof_stat && __cgprof_stat (path, status) == 0;
  *place = error;
  return got;
}

static inline int
get_open_status (int fd, struct stat *status)
{
  int none = 0, *place = place_of_errno (&none), error = *place;
  int got = __cgprof_fstat && __cgprof_fstat (fd, status) == 0;
  *place = error;
  return got;
}

static inline int
is_terminal (int fd)
{
  int none = 0, *place = place_of_errno (&none), error = *place;
  int got = __cgprof_isatty && __cgprof_isatty (fd);
  *place = error;
  return got;
}

static inline void
tell (const char *message, unsigned long size)
{
  int none = 0, *place = place_of_errno (&none), error = *place;
  if (!__cgprof_write || __cgprof_write (2, message, size) >= 0)
    return;
  *place = error;
}

#endif
