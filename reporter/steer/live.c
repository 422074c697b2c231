/* A profile that processes count in, opened so that it can be changed.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "steer/live.h"
#include "base/bytes.h"
#include "base/diag.h"
#include "read/profile-header.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Room to make at a time, as what is counted next takes some, too.  */
#define LIVE_STEP ((uint64_t) 64 * 1024)

#define LIVE_WAITS 1000		/* Of a millisecond.  */

/* What live_lose says, which cannot be made in a handler: the name of a file
   that was opened has room.  */
static char live_lost[PATH_MAX + 64];
static size_t live_lost_size;

/* A file that somebody cuts while it is mapped.  */

static void
live_lose (int signal)
{
  (void) signal;
  ssize_t written = write (STDERR_FILENO, live_lost, live_lost_size);
  (void) written;
  _exit (1);
}

/* Open FILE for writing, for which READER is a descriptor.  While it is
   counted in nobody may write to it by its name, so that no cp or shell
   does.  */

static int
live_open_writable (const char *file, int reader)
{
  struct stat status, again;
  int fd = open (file, O_RDWR | O_CLOEXEC);
  if (fd < 0 && errno == EACCES && fstat (reader, &status) == 0
      && fchmod (reader, (status.st_mode & 07777) | S_IWUSR) == 0)
    {
      fd = open (file, O_RDWR | O_CLOEXEC);
      fchmod (reader, status.st_mode & 07777);
    }
  if (fd >= 0 && (fstat (reader, &status) != 0 || fstat (fd, &again) != 0
		  || status.st_ino != again.st_ino
		  || status.st_dev != again.st_dev))
    {
      close (fd);
      errno = ESTALE;
      return -1;
    }
  return fd;
}

/* Map all of the file anew, which may have become longer.  */

static bool
live_map (struct live *live)
{
  struct stat status;
  if (fstat (live->fd, &status) != 0)
    return diag_error (live->file, "cannot read: %s", strerror (errno));
  int mode = fcntl (live->fd, F_GETFL);
  int protection = (mode & O_ACCMODE) == O_RDWR ? PROT_READ | PROT_WRITE
						: PROT_READ;
  void *base = status.st_size == 0 ? MAP_FAILED
    : mmap (NULL, status.st_size, protection, MAP_SHARED, live->fd, 0);
  if (base == MAP_FAILED)
    return diag_error (live->file, "cannot map: %s", status.st_size == 0
		       ? "it is empty" : strerror (errno));
  if (live->base)
    munmap (live->base, live->mapped);
  live->base = base;
  live->mapped = status.st_size;
  return true;
}

/* Check the header.  */

static bool
live_check (const struct live *live)
{
  struct bytes bytes = {
    .data = live->base, .size = live->mapped, .file_size = live->mapped
  };
  struct cgprof_header header;
  bool swap;
  if (!profile_header_check (&bytes, live->file, &header, &swap))
    return false;
  if (swap)
    return diag_error (live->file, "is of a machine of another byte order: "
		       "its processes cannot be steered from here");
  if (header.next != 0 || header.pid == 0)
    return diag_error (live->file, "is a merged profile: expected one that "
		       "processes count in");
  return true;
}

bool
live_open (struct live *live, const char *file, bool writable)
{
  *live = (struct live) { .file = file, .fd = -1 };
  int reader = open (file, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (reader < 0)
    return diag_error (file, "cannot open: %s", strerror (errno));
  live->fd = writable ? live_open_writable (file, reader) : reader;
  if (writable)
    {
      int error = errno;
      close (reader);
      if (live->fd < 0)
	return diag_error (file, "cannot be changed by this user: %s",
			   strerror (error));
    }
  live_lost_size = snprintf (live_lost, sizeof live_lost,
			     "cgprof: %s: was cut by somebody while it was"
			     " changed\n", file);
  signal (SIGBUS, live_lose);
  return live_map (live) && live_check (live);
}

void
live_close (struct live *live)
{
  if (live->base)
    munmap (live->base, live->mapped);
  if (live->fd >= 0)
    close (live->fd);
  signal (SIGBUS, SIG_DFL);
}

struct cgprof_header *
live_header (const struct live *live)
{
  return (struct cgprof_header *) live->base;
}

void *
live_at (const struct live *live, uint64_t offset)
{
  return live->base + offset;
}

uint64_t
live_offset (const struct live *live, const void *at)
{
  return (const unsigned char *) at - live->base;
}

/* Up to where there are records that can be seen here.  */

static uint64_t
live_end (const struct live *live)
{
  uint64_t used = __atomic_load_n (&live_header (live)->used,
				   __ATOMIC_ACQUIRE);
  return used < live->mapped ? used : live->mapped;
}

/* Return the record at OFFSET if all of it can be seen, or NULL.  */

static struct cgprof_record *
live_record (const struct live *live, uint64_t offset)
{
  uint64_t end = live_end (live);
  if (offset % CGPROF_ALIGN != 0 || offset >= end
      || end - offset < sizeof (struct cgprof_record))
    return NULL;
  struct cgprof_record *record = live_at (live, offset);
  uint64_t size = __atomic_load_n (&record->size, __ATOMIC_ACQUIRE);
  return size >= sizeof *record && size % CGPROF_ALIGN == 0
    && size <= end - offset ? record : NULL;
}

struct cgprof_record *
live_first (const struct live *live)
{
  return live_record (live, live_header (live)->header_size);
}

struct cgprof_record *
live_next (const struct live *live, const struct cgprof_record *record)
{
  return live_record (live, live_offset (live, record) + record->size);
}

struct cgprof_record *
live_find (const struct live *live, uint32_t id, enum cgprof_record_type type)
{
  static const size_t least[] = {
    [CGPROF_RECORD_COUNTERS] = sizeof (struct cgprof_counters),
    [CGPROF_RECORD_THREAD] = sizeof (struct cgprof_thread),
    [CGPROF_RECORD_PROCESS] = sizeof (struct cgprof_process)
  };
  struct cgprof_record *record
    = live_record (live, (uint64_t) id * CGPROF_ALIGN);
  return id != 0 && record
    && __atomic_load_n (&record->type, __ATOMIC_ACQUIRE) == type
    && record->size >= least[type] ? record : NULL;
}

/* Begin to take bytes of the file, which stays as long as it is meanwhile.  */

static bool
live_enter (const struct live *live)
{
  uint32_t *gate = &live_header (live)->gate;
  uint32_t now = __atomic_load_n (gate, __ATOMIC_RELAXED);
  const struct timespec millisecond = { 0, 1000000 };
  int waits = 0;
  for (;;)
    if (now & CGPROF_GATE_CLOSED)
      {
	if (waits++ == LIVE_WAITS)
	  return diag_error (live->file, "cannot be changed: its processes "
			     "were killed while they ended it");
	nanosleep (&millisecond, NULL);
	now = __atomic_load_n (gate, __ATOMIC_RELAXED);
      }
    else if (__atomic_compare_exchange_n (gate, &now, now + 1, false,
					  __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
      return true;
}

static void
live_leave (const struct live *live)
{
  __atomic_fetch_sub (&live_header (live)->gate, 1, __ATOMIC_RELEASE);
}

/* Make room on the disk for the first END bytes of the file, and map them.  */

static bool
live_make_room (struct live *live, uint64_t end)
{
  uint64_t *room = &live_header (live)->room;
  uint64_t now = __atomic_load_n (room, __ATOMIC_ACQUIRE);
  uint64_t page = sysconf (_SC_PAGESIZE);
  if (end > now)
    {
      uint64_t wanted = (end + LIVE_STEP + page - 1) / page * page;
      int error = 0;
      if (fallocate (live->fd, 0, now, wanted - now) != 0)
	error = errno;
#ifdef MADV_POPULATE_WRITE
      if (error == EOPNOTSUPP && wanted <= live->mapped)
	error = madvise (live->base + now / page * page,
			 wanted - now / page * page,
			 MADV_POPULATE_WRITE) == 0 ? 0 : errno;
#endif
      if (error)
	return diag_error (live->file, "cannot write: %s", strerror (error));
      while (now < wanted
	     && !__atomic_compare_exchange_n (room, &now, wanted, false,
					      __ATOMIC_RELEASE,
					      __ATOMIC_RELAXED))
	continue;
    }
  return end <= live->mapped || live_map (live);
}

/* Take the SIZE bytes at AT unless somebody has: move USED behind whatever is
   there, and return whether this was first.  */

static bool
live_take (const struct live *live, uint64_t at, uint64_t size)
{
  struct cgprof_record *record = live_at (live, at);
  uint64_t taken = 0, next = at;
  bool first
    = __atomic_compare_exchange_n (&record->size, &taken, size, false,
				   __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
  __atomic_compare_exchange_n (&live_header (live)->used, &next,
			       at + (first ? size : taken), false,
			       __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
  return first;
}

struct cgprof_record *
live_claim (struct live *live, uint64_t size)
{
  size = (size + CGPROF_ALIGN - 1) & ~(uint64_t) (CGPROF_ALIGN - 1);
  if (!live_enter (live))
    return NULL;
  uint64_t at = 0;
  bool good = true;
  do
    {
      at = __atomic_load_n (&live_header (live)->used, __ATOMIC_ACQUIRE);
      good = at >= live_header (live)->header_size && at < INT64_MAX - size
	? live_make_room (live, at + size)
	: diag_error (live->file, "was cut by somebody while it was "
		      "changed");
    }
  while (good && !live_take (live, at, size));
  live_leave (live);
  return good ? live_at (live, at) : NULL;
}

void
live_publish (struct cgprof_record *record, enum cgprof_record_type type)
{
  __atomic_store_n (&record->type, type, __ATOMIC_RELEASE);
}
