/* The process that is being profiled: its pid, and whether it was forked.

   SPDX-License-Identifier: MIT  */

#include "base/process.h"

#include "base/memory.h"
#include "base/sys.h"

#ifndef MADV_WIPEONFORK
#define MADV_WIPEONFORK 18
#endif

int32_t cgrt_pid;
int32_t cgrt_forked_by;

/* A page that the kernel clears in a forked child, but not in a vfork
   child, which shares it; NULL where it cannot (before Linux 4.14).  */
static uint32_t *mark;

enum mark
{
  MARK_SPLIT,			/* Forked, and nothing was done about it.  */
  MARK_SPLITTING,
  MARK_WHOLE
};

void
cgrt_process_start (void)
{
  uint64_t size = cgrt_memory_page ();
  uint32_t *page = cgrt_memory_map (size);

  if (!page)
    return;
  if (sys (SYS_madvise, (long) page, (long) size, MADV_WIPEONFORK, 0, 0, 0)
      < 0)
    {
      cgrt_memory_unmap (page, size);
      return;
    }
  *page = MARK_WHOLE;
  mark = page;
}

int
cgrt_process_is_split (void)
{
  return mark && __atomic_load_n (mark, __ATOMIC_ACQUIRE) != MARK_WHOLE;
}

int
cgrt_process_is_whole (void)
{
  return mark && __atomic_load_n (mark, __ATOMIC_ACQUIRE) == MARK_WHOLE;
}

int
cgrt_process_begin_split (void)
{
  uint32_t value = MARK_SPLIT;

  if (__atomic_compare_exchange_n (mark, &value, MARK_SPLITTING, 0,
				   __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE))
    return 1;
  while (cgrt_process_is_split ())
    sys (SYS_sched_yield, 0, 0, 0, 0, 0, 0);
  return 0;
}

void
cgrt_process_end_split (void)
{
  if (mark)
    __atomic_store_n (mark, MARK_WHOLE, __ATOMIC_RELEASE);
}
