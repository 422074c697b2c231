/* The rescue of what is counted: memory in the place of the file, where that
   cannot be counted in any longer.

   SPDX-License-Identifier: MIT

   Who opens the profile by its name and cuts it, the program itself or a
   cp over it, takes away the pages that compiled code counts in.  Counting
   in a file under another name would be proof against that, but then a
   killed program left its profile where nobody looks.  So the file is
   without write permission while it is counted in; for root, who may write
   nevertheless, there is guard.c: the profile is lost then, the program
   is not.  */

#include "file/file.h"

#include <signal.h>

#include "base/memory.h"
#include "base/message.h"
#include "base/sys.h"
#include "file/mapping.h"
#include "file/name.h"
#include "file/region.h"

/* Copy LENGTH bytes, which are whole words.  */

static void
copy_words (uint64_t *to, const uint64_t *from, uint64_t length)
{
  for (uint64_t i = 0; i < length / sizeof *to; i++)
    to[i] = from[i];
}

/* Put memory with the same contents in the place of the page at FROM, which
   nobody can write to.  Return whether that could be done.  */

static int
replace_page (uint64_t *from)
{
  size_t page_size = cgrt_memory_page ();
  uint64_t *copy = cgrt_memory_map (page_size);

  if (!copy)
    return 0;
  copy_words (copy, from, page_size);
  if (cgrt_region_move (copy, page_size, from) == 0)
    return 1;
  sys_munmap (copy, page_size);
  return 0;
}

/* Why the file takes no more: an errno.  */

static int
find_reason (void)
{
  int fd = cgrt_mapping_reopen ();

  if (fd >= 0)
    sys_close (fd);
  return fd == -EROFS || fd == -EIO ? -fd : ENOSPC;
}

int
cgrt_file_keep (void *address)
{
  static int busy;
  const uint64_t all = UINT64_MAX;
  uint64_t before = 0;
  unsigned char *page
    = (unsigned char *) (uintptr_t) cgrt_page_down ((uintptr_t) address);
  int done = 1, replaced = 0;

  if (!cgrt_calls_begin ())
    return 0;
  if (!sys_can_read ((uint64_t) (uintptr_t) page))
    {
      cgrt_calls_end ();
      return 0;
    }
  /* Who finds another thread at it faults again, until the page is there; so
     that thread must not be interrupted.  */
  sys (SYS_rt_sigprocmask, SIG_BLOCK, (long) &all, (long) &before, sizeof all,
       0, 0);
  if (!__atomic_exchange_n (&busy, 1, __ATOMIC_ACQUIRE))
    {
      /* Another thread may have done it, or cgrt_file_lose.  */
      if (!sys_can_write (page))
	done = replaced = replace_page ((uint64_t *) (void *) page);
      __atomic_store_n (&busy, 0, __ATOMIC_RELEASE);
    }
  if (replaced && !__atomic_exchange_n (&cgrt_map.torn, 1, __ATOMIC_ACQ_REL))
    cgrt_message (cgrt_name_written, "cannot write", find_reason ());
  sys (SYS_rt_sigprocmask, SIG_SETMASK, (long) &before, 0, sizeof before, 0,
       0);
  cgrt_calls_end ();
  return done;
}

int
cgrt_file_lose (void)
{
  int first = !__atomic_exchange_n (&cgrt_map.lost, 1, __ATOMIC_ACQ_REL);

  cgrt_mapping_leave_file (cgrt_map.mapped);
  /* The second of two threads that fault at once maps again: the first may
     not have done it yet, and in a forked child never will.  */
  if (cgrt_region_map_memory (0, cgrt_map.mapped))
    return 0;
  if (first)
    {
      /* What is left of it must not be in the way of a later run.  */
      cgrt_mapping_permit ();
      cgrt_message (cgrt_name_written,
		    "cut by somebody while it is counted in: lost", 0);
    }
  return 1;
}

void
cgrt_file_split (void)
{
  uint64_t used = cgrt_file_used () < cgrt_map.mapped ? cgrt_file_used ()
						      : cgrt_map.mapped;
  uint64_t length = cgrt_page_up (used);
  uint64_t *copy = cgrt_memory_map (length);

  cgrt_mapping_leave_file (length);
  cgrt_map.used = used;
  /* Without memory for a copy, the parent's counts stay shared; no record
     will be added to them.  With it, what is copied is not moved but copied
     again: where system calls are limited, none but mmap may be made.  */
  if (copy)
    {
      uint64_t *there = cgrt_file_at (0);
      copy_words (copy, there, cgrt_map.used);
      if (cgrt_region_map_memory (0, length) == 0)
	copy_words (there, copy, cgrt_map.used);
      sys_munmap (copy, length);
    }
  cgrt_region_empty (length, cgrt_map.mapped);
  cgrt_map.populated = cgrt_map.mapped = length;
}
