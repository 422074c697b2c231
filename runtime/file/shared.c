/* What the processes that count in one file share in its header.

   SPDX-License-Identifier: MIT  */

#include "file/shared.h"

#include "base/sys.h"
#include "file/file.h"

#define GATE_WAITS 1000		/* Of a millisecond.  */

uint64_t
cgrt_shared_room (void)
{
  return __atomic_load_n (&cgrt_file_header ()->room, __ATOMIC_ACQUIRE);
}

void
cgrt_shared_raise_room (uint64_t to)
{
  uint64_t *room = &cgrt_file_header ()->room;
  uint64_t now = __atomic_load_n (room, __ATOMIC_RELAXED);

  while (now < to
	 && !__atomic_compare_exchange_n (room, &now, to, 0, __ATOMIC_RELEASE,
					  __ATOMIC_RELAXED))
    continue;
}

void
cgrt_shared_lower_room (uint64_t to)
{
  __atomic_store_n (&cgrt_file_header ()->room, to, __ATOMIC_RELEASE);
}

int
cgrt_shared_enter_gate (void)
{
  uint32_t *gate = &cgrt_file_header ()->gate;
  uint32_t now = __atomic_load_n (gate, __ATOMIC_RELAXED);
  const long millisecond[2] = { 0, 1000000 };
  int waits = 0;

  for (;;)
    if (now & CGPROF_GATE_CLOSED)
      {
	if (waits++ == GATE_WAITS || cgrt_limited)
	  return 0;
	sys (SYS_nanosleep, (long) millisecond, 0, 0, 0, 0, 0);
	now = __atomic_load_n (gate, __ATOMIC_RELAXED);
      }
    else if (__atomic_compare_exchange_n (gate, &now, now + 1, 0,
					  __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
      return 1;
}

void
cgrt_shared_leave_gate (void)
{
  __atomic_fetch_sub (&cgrt_file_header ()->gate, 1, __ATOMIC_RELEASE);
}

int
cgrt_shared_close_gate (void)
{
  uint32_t nobody = 0;
  return __atomic_compare_exchange_n (&cgrt_file_header ()->gate, &nobody,
				      CGPROF_GATE_CLOSED, 0, __ATOMIC_ACQUIRE,
				      __ATOMIC_RELAXED);
}

void
cgrt_shared_open_gate (void)
{
  __atomic_store_n (&cgrt_file_header ()->gate, 0, __ATOMIC_RELEASE);
}

/* Whoever is the first to write the size of a record has its bytes, and
   whoever comes by moves the header's USED behind it.  So a process that is
   killed in between holds up none.  */

int
cgrt_shared_take (uint64_t at, uint64_t size)
{
  struct cgprof_record *record = cgrt_file_at (at);
  uint64_t taken = 0, next = at;
  int first = __atomic_compare_exchange_n (&record->size, &taken, size, 0,
					   __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);

  __atomic_compare_exchange_n (&cgrt_file_header ()->used, &next,
			       at + (first ? size : taken), 0,
			       __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
  return first;
}

uint64_t
cgrt_shared_take_rest (uint64_t mapped)
{
  uint64_t used, room;
  int entered = cgrt_shared_enter_gate ();

  do
    {
      used = cgrt_file_used ();
      room = cgrt_shared_room ();
    }
  while (entered && used < room && used >= CGRT_FILE_FIRST
	 && room <= mapped && !cgrt_shared_take (used, room - used));
  if (entered)
    cgrt_shared_leave_gate ();
  return room;
}
