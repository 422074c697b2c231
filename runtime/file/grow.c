/* Making the profile longer: its file, room for it on the disk, and memory
   behind it.

   SPDX-License-Identifier: MIT  */

#include "file/grow.h"

#include <sys/resource.h>

#include "base/sys.h"
#include "file/family.h"
#include "file/file.h"
#include "file/mapping.h"
#include "file/region.h"
#include "file/self.h"
#include "file/shared.h"
#include "file/space.h"

#define KIB ((uint64_t) 1024)
#define MIB (1024 * KIB)

#define HEADROOM (64 * MIB)	/* Of the sparse file.  */
#define SMALLEST_HEADROOM (64 * KIB)
#define SMALLEST_STEP (64 * KIB)	/* Of space reserved at a time.  */
#define LARGEST_STEP MIB

/* A record of more bytes is a thread's copy of many counters, most of which it
   will not touch: it is better to tell the disk (20 us) than to touch each
   page (1 to 5 us).  Not where processes share the file: a child that is
   forked opens nothing.  */
#define LARGE_RECORD (64 * KIB)

/* How much longer the file is at first than need be, and later.  Memcheck
   looks for pointers in all that is mapped when the program ends, and where
   the file is shorter by then it meets a signal for each page.  */

static uint64_t
first_headroom (void)
{
  return sys_is_valgrind () || cgrt_region_is_shrunk () ? SMALLEST_HEADROOM
							 : HEADROOM;
}

static uint64_t
headroom (void)
{
  return cgrt_map.ended ? SMALLEST_HEADROOM : first_headroom ();
}

uint64_t
cgrt_grow_first_length (uint64_t need)
{
  uint64_t length = first_headroom ();

  if (length > cgrt_file_reserved / 2)
    length = cgrt_file_reserved / 2;
  return length < need ? need : length;
}

/* Make the file longer, by as much as NEED more bytes need, and map it.
   Returns 0 or an errno.  */

static int
extend_file (uint64_t need)
{
  uint64_t step = headroom ();
  uint64_t limit = cgrt_page_down (sys_limit (RLIMIT_FSIZE));
  uint64_t end = cgrt_map.mapped + (need > step ? cgrt_page_up (need) : step);
  int error, fd;

  if (end > limit)
    end = limit;
  if (cgrt_region_reach (end))
    end = cgrt_file_reserved;
  if (end < cgrt_map.mapped + need)
    return cgrt_map.mapped + need > limit ? EFBIG : ENOMEM;
  fd = cgrt_mapping_reopen ();
  if (fd < 0)
    return -fd;
  error = cgrt_self_lengthen (fd, end);
  if (!error)
    {
      /* Valgrind (3.19) joins mappings of one file that follow each other,
	 forgets the wrong one of their names if it was renamed between them,
	 and stops.  One mapping in the place of all leaves nothing to
	 join.  */
      uint64_t from = sys_is_valgrind () ? 0 : cgrt_map.mapped;
      cgrt_space_map (cgrt_file_base + from, end - from, fd, from, &error);
      if (!error)
	cgrt_map.mapped = end;
    }
  sys_close (fd);
  return error;
}

/* Reserve room for [FROM, TO) of the file, which is mapped and was never
   written to; a record wants NEED bytes of it.  Returns 0 or an errno, as
   cgrt_space_populate does.  */

static int
reserve (uint64_t from, uint64_t to, uint64_t need)
{
  int fd = need > LARGE_RECORD && cgrt_family_is_alone ()
	   ? cgrt_mapping_reopen () : -1;
  int error = 0, is_reserved = 0;

  if (fd >= 0)
    {
      is_reserved = cgrt_space_allocate (fd, from, to - from, &error);
      sys_close (fd);
    }
  return is_reserved ? error : cgrt_space_populate (cgrt_file_base + from,
						    to - from);
}

/* Populate [FROM, TO) of the file once more, after another process, which was
   the last then, has made it shorter than what is mapped here.  Returns 0 or
   an errno.  */

static int
populate_longer (uint64_t from, uint64_t to)
{
  int fd = cgrt_mapping_reopen ();
  int error = fd < 0 ? -fd : cgrt_self_lengthen (fd, cgrt_map.mapped);

  if (fd >= 0)
    sys_close (fd);
  return error ? error
	       : cgrt_space_populate (cgrt_file_base + from, to - from);
}

int
cgrt_grow_file (uint64_t end)
{
  uint64_t step = end / 4, room = cgrt_shared_room ();
  uint64_t wanted;
  int error = 0;

  if (step < SMALLEST_STEP)
    step = SMALLEST_STEP;
  if (step > LARGEST_STEP)
    step = LARGEST_STEP;
  if (end > cgrt_map.mapped)
    error = extend_file (end - cgrt_map.mapped);
  if (error || end <= room)
    return error;
  wanted = cgrt_page_up (end > room + step ? end : room + step);
  if (wanted > cgrt_map.mapped)
    wanted = cgrt_map.mapped;
  error = reserve (room, wanted, end - room);
  if (error == EFAULT)
    error = populate_longer (room, wanted);
  if (error && wanted > cgrt_page_up (end))
    {
      wanted = cgrt_page_up (end);
      error = reserve (room, wanted, end - room);
    }
  if (!error)
    cgrt_shared_raise_room (wanted);
  else if (error == EFAULT)
    {
      int fd = cgrt_mapping_reopen ();
      error = fd < 0 ? ENOSPC : cgrt_space_reason (fd, room);
      if (fd >= 0)
	sys_close (fd);
    }
  return error;
}

int
cgrt_grow_memory (uint64_t end)
{
  uint64_t from = cgrt_map.populated, wanted;

  if (end <= from)
    return 0;
  wanted = cgrt_page_up (end - from);
  if (wanted < headroom () && !cgrt_region_reach (from + headroom ()))
    wanted = headroom ();
  if (cgrt_region_reach (from + wanted)
      || cgrt_region_map_memory (from, wanted))
    return ENOMEM;
  sys_unlock (cgrt_file_base + from, wanted);
  cgrt_map.populated = cgrt_map.mapped = from + wanted;
  return 0;
}

int
cgrt_file_see (void)
{
  uint64_t used = cgrt_file_used ();
  return used <= cgrt_map.mapped || !cgrt_file_is_open ()
	 || extend_file (used - cgrt_map.mapped) == 0;
}
