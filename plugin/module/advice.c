/* What a module holds once whose code keeps records for advice (the plugin's option
   advise): functions that these ask.

   Made to text as module.c is, in a COMDAT group of its own.

   SPDX-License-Identifier: MIT  */

#define _GNU_SOURCE 1
#include "cgprof/abi.h"

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <unistd.h>

#define HIDDEN __attribute__ ((weak, visibility ("hidden")))

/* See module.c.  */
#define WEAKREF(name) __attribute__ ((weakref (name)))

static __typeof (fstat) __cgprof_fstat WEAKREF ("fstat");
static __typeof (__errno_location) __cgprof_errno_place
  WEAKREF ("__errno_location");
static __typeof (isatty) __cgprof_isatty WEAKREF ("isatty");

/* What kind of file FD is (CGPROF_FILE_KIND in abi.h).  */

uint64_t file_kind (uint64_t fd) __asm__ (CGPROF_FILE_KIND) HIDDEN;

uint64_t
file_kind (uint64_t fd)
{
  struct stat status;
  int *place = __cgprof_errno_place ? __cgprof_errno_place () : NULL;
  int error = place ? *place : 0;
  uint64_t kind = __cgprof_fstat && __cgprof_fstat ((int) fd, &status) == 0
		  && !S_ISREG (status.st_mode) && !S_ISBLK (status.st_mode)
		  && !S_ISDIR (status.st_mode)
		  && !(S_ISCHR (status.st_mode) && __cgprof_isatty
		       && !__cgprof_isatty ((int) fd));
  if (place)
    *place = error;
  return kind;
}

/* The length of the string at TEXT (CGPROF_LENGTH in abi.h).  No call of
   strlen, which might be a program's own and is counted.  Words that are
   aligned lie in one page with each of their bytes.  */

uint64_t length (uint64_t text) __asm__ (CGPROF_LENGTH) HIDDEN;

uint64_t
length (uint64_t text)
{
  typedef uint64_t __attribute__ ((may_alias)) word;
  const uint64_t ones = UINT64_MAX / 255;
  uint64_t at = text;
  for (; at % sizeof (word) != 0; at++)
    if (!*(const char *) (uintptr_t) at)
      return at - text;
  for (;; at += sizeof (word))
    {
      uint64_t bytes = *(const word *) (uintptr_t) at;
      if ((bytes - ones) & ~bytes & ones << 7)
	break;
    }
  while (*(const char *) (uintptr_t) at)
    at++;
  return at - text;
}

/* How many of the COUNT pointers at BUCKETS are not null (CGPROF_FILLED in
   abi.h).  */

uint64_t filled (void *const *buckets, uint64_t count)
  __asm__ (CGPROF_FILLED) HIDDEN;

uint64_t
filled (void *const *buckets, uint64_t count)
{
  uint64_t sum = 0;
  while (count > 0)
    sum += buckets[--count] != NULL;
  return sum;
}
