/* The processes that count in one profile.

   SPDX-License-Identifier: MIT  */

#include "file/family.h"

#include <poll.h>
#include <sys/resource.h>

#include "base/options.h"
#include "base/process.h"
#include "base/sys.h"
#include "file/file.h"

#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif

/* How many places a child asks about before it makes one.  While LIVE
   processes live, there are never more than LIVE * 9 / 8 places or so.  */
#define PROBES 8

#define HOLD_WAITS 1000		/* Of a millisecond.  */

/* How many processes that use one place have a record each.  */
#define MOST_TOLD 1000

struct cgprof_process *cgrt_family_self;
struct cgprof_process *cgrt_family_place;

/* The times that others have left in the record of this process.  */
static uint64_t user_before, system_before;

/* The process that this one was forked by or, if that is not known, its
   parent.  They differ if the first ended before this one came to the
   runtime.  */

static uint64_t
parent (void)
{
  return cgrt_forked_by ? (uint64_t) cgrt_forked_by
			: (uint64_t) sys (SYS_getppid, 0, 0, 0, 0, 0, 0);
}

void
cgrt_family_begin (struct cgprof_process *self, uint32_t id)
{
  self->record.id = id;
  self->pid = (uint64_t) cgrt_pid;
  self->ppid = parent ();
  self->start_time = sys_clock (CLOCK_REALTIME);
  self->status = CGPROF_STATUS_UNKNOWN;
  self->place = id;
  self->processes = 1;
  self->holder = self->pid;
  self->last = id;
  self->rank = cgrt_options.rank;
}

void
cgrt_family_enter (uint32_t id)
{
  cgrt_family_self = cgrt_family_place = cgrt_file_record (id);
  user_before = system_before = 0;
}

/* Return the place with that ID, NULL if it is 0 or cannot be seen from
   here.  */

static struct cgprof_process *
place_at (uint32_t id)
{
  return id && cgrt_file_has (id, sizeof (struct cgprof_process))
	 ? cgrt_file_record (id) : NULL;
}

static uint64_t
holder_of (const struct cgprof_process *place)
{
  return __atomic_load_n (&place->holder, __ATOMIC_ACQUIRE);
}

/* Whether the last process in PLACE has said that it ends.  If it is killed
   between taking the place and writing its record, the one before it has.  */

static int
has_told (const struct cgprof_process *place)
{
  const struct cgprof_process *last = place_at (place->last);
  return last && (uint32_t) last->pid == (uint32_t) holder_of (place)
	 && (last->end == CGPROF_END_EXIT || last->end == CGPROF_END_QUICK);
}

/* Whether process PID has ended and only waits for its parent to see it.  */

static int
is_zombie (int32_t pid)
{
  const long now[2] = { 0, 0 };
  struct pollfd wait = { 0, POLLIN, 0 };
  long ready;

  wait.fd = (int) sys (SYS_pidfd_open, pid, 0, 0, 0, 0, 0);
  if (wait.fd < 0)
    return wait.fd == -ESRCH;
  ready = sys (SYS_ppoll, (long) &wait, 1, (long) now, 0, 0, 0);
  sys_close (wait.fd);
  return ready == 1;
}

/* Whether the last process in PLACE, whose HOLDER says which it is, is no
   more.  One that has told of its end may still count in other threads.  */

static int
is_gone (const struct cgprof_process *place, uint64_t holder)
{
  int32_t pid = (int32_t) (uint32_t) holder;

  /* Its number has come to this process.  */
  if (pid == cgrt_pid)
    return 1;
  return sys (SYS_kill, pid, 0, 0, 0, 0, 0) == -ESRCH
	 || (has_told (place) && is_zombie (pid));
}

/* Whether FITS says so of PLACE and of the last process in it.  */

static int
does_fit (const struct cgprof_process *place, cgrt_family_fits *fits)
{
  const struct cgprof_process *last = place_at (place->last);
  return last && fits (place, last);
}

/* Take a place that is free, FITS and whose counting is stopped if STOPPED is
   CGPROF_ADJUST_STOPPED, and otherwise not; or return NULL.  */

static struct cgprof_process *
find_free (uint32_t stopped, cgrt_family_fits *fits)
{
  struct cgprof_header *header = cgrt_file_header ();
  uint32_t newest = __atomic_load_n (&header->places, __ATOMIC_ACQUIRE);
  uint32_t id = __atomic_load_n (&header->probe, __ATOMIC_RELAXED);
  struct cgprof_process *place = place_at (id), *first = NULL, *taken = NULL;

  for (int i = 0; i < PROBES && !taken; i++)
    {
      uint64_t holder;
      if (!place)
	place = place_at (newest);
      if (!place || place == first)
	break;
      if (!first)
	first = place;
      /* Written to if it is taken, which is what is looked for.  */
      holder = __atomic_fetch_add (&place->holder, 0, __ATOMIC_ACQUIRE);
      /* Nor may anybody be changing that.  */
      if (place->older
	  && (__atomic_load_n (&place->adjust, __ATOMIC_RELAXED)
	      & ~CGPROF_ADJUST_MINUS) == stopped
	  && is_gone (place, holder) && does_fit (place, fits)
	  && __atomic_compare_exchange_n
	       (&place->holder, &holder,
		((holder >> 32) + 1) << 32 | (uint32_t) cgrt_pid, 0,
		__ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
	taken = place;
      id = place->older;
      place = place_at (id);
    }
  __atomic_store_n (&header->probe, id, __ATOMIC_RELAXED);
  /* The place has what its last process made until it ended, too.  */
  if (taken)
    cgrt_file_see ();
  return taken;
}

/* Give this process a record in PLACE, which it has taken.  */

static struct cgprof_process *
make_member (struct cgprof_process *place)
{
  struct cgprof_process *self = NULL, *before = place_at (place->last);

  if (holder_of (place) >> 32 < MOST_TOLD || !before || before == place)
    self = cgrt_file_claim (sizeof *self);
  user_before = system_before = 0;
  if (self)
    {
      cgrt_family_begin (self, cgrt_file_id (self));
      self->place = place->record.id;
      cgrt_file_publish (self, CGPROF_RECORD_PROCESS);
      __atomic_store_n (&place->last, self->record.id, __ATOMIC_RELEASE);
      return self;
    }
  self = before ? before : place;
  user_before = self->cpu_user;
  system_before = self->cpu_system;
  self->pid = (uint64_t) cgrt_pid;
  self->ppid = parent ();
  self->end = CGPROF_END_NONE;
  self->status = CGPROF_STATUS_UNKNOWN;
  self->end_time = 0;
  self->processes++;
  return self;
}

/* Make a place for this process, STOPPED as above.  Returns NULL if there is
   no room.  */

static struct cgprof_process *
make_place (uint32_t stopped)
{
  struct cgprof_header *header = cgrt_file_header ();
  struct cgprof_process *place = cgrt_file_claim (sizeof *place);
  uint32_t newest = __atomic_load_n (&header->places, __ATOMIC_ACQUIRE);

  if (!place)
    return NULL;
  cgrt_family_begin (place, cgrt_file_id (place));
  place->adjust = stopped;
  cgrt_file_publish (place, CGPROF_RECORD_PROCESS);
  do
    place->older = newest;
  while (!__atomic_compare_exchange_n (&header->places, &newest,
				       place->record.id, 0, __ATOMIC_ACQ_REL,
				       __ATOMIC_ACQUIRE));
  user_before = system_before = 0;
  return place;
}

int
cgrt_family_join (cgrt_family_fits *fits)
{
  /* A page that is read first, and then written to, is met twice: not by one
     instruction that does both.  */
  uint32_t stopped = __atomic_fetch_add (&cgrt_family_place->adjust, 0,
					 __ATOMIC_RELAXED)
		     & CGPROF_ADJUST_STOPPED;
  struct cgprof_process *place = NULL;

  /* In another namespace of process numbers nobody of the family can be asked
     about; that of the parent is 0 there.  */
  if (cgrt_options.children == CGRT_CHILDREN_FILES || !cgrt_file_is_open ()
      || sys (SYS_getppid, 0, 0, 0, 0, 0, 0) == 0 || !cgrt_file_see ())
    return 0;
  /* A gmon.out can only be of all that a place has.  */
  if (cgrt_options.children == CGRT_CHILDREN_SUM
      && !(cgrt_options.gmon && *cgrt_options.gmon_prefix))
    place = find_free (stopped, fits);
  if (place)
    {
      cgrt_family_self = make_member (place);
      cgrt_family_place = place;
      return 1;
    }
  place = make_place (stopped);
  if (place)
    cgrt_family_self = cgrt_family_place = place;
  return place != NULL;
}

int
cgrt_family_is_shared (void)
{
  return holder_of (cgrt_family_place) >> 32 != 0;
}

int
cgrt_family_is_alone (void)
{
  return !cgrt_family_place->older
	 && __atomic_load_n (&cgrt_file_header ()->places, __ATOMIC_ACQUIRE)
	    == cgrt_family_place->record.id;
}

int
cgrt_family_is_last (void)
{
  uint32_t id = __atomic_load_n (&cgrt_file_header ()->places,
				 __ATOMIC_ACQUIRE);

  cgrt_file_see ();
  while (id)
    {
      const struct cgprof_process *place = place_at (id);
      if (!place)
	return 0;
      if (place != cgrt_family_place && !has_told (place)
	  && !is_gone (place, holder_of (place)))
	return 0;
      id = place->older;
    }
  return 1;
}

int
cgrt_family_owns (const struct cgprof_record *record)
{
  uint32_t own = cgrt_family_place->record.id, owner;

  switch (record->type)
    {
    case CGPROF_RECORD_PROCESS:
      return record->id == own;
    case CGPROF_RECORD_THREAD:
      return ((const struct cgprof_thread *) record)->process == own;
    case CGPROF_RECORD_COUNTERS:
      return ((const struct cgprof_counters *) record)->process == own;
    case CGPROF_RECORD_TARGETS:
      owner = ((const struct cgprof_table *) record)->owner;
      return cgrt_file_has (owner, sizeof (struct cgprof_counters))
	     && ((const struct cgprof_counters *) cgrt_file_record (owner))
		->process == own;
    case CGPROF_RECORD_SAMPLES:
      owner = ((const struct cgprof_table *) record)->owner;
      return cgrt_file_has (owner, sizeof (struct cgprof_thread))
	     && ((const struct cgprof_thread *) cgrt_file_record (owner))
		->process == own;
    default:
      return 0;
    }
}

int
cgrt_family_hold (void)
{
  const long millisecond[2] = { 0, 1000000 };
  uint32_t own = (uint32_t) cgrt_pid << CGPROF_ADJUST_HOLDER;
  uint32_t *adjust = &cgrt_family_place->adjust;
  uint32_t now = __atomic_load_n (adjust, __ATOMIC_RELAXED);
  int waits = 0;

  for (;;)
    {
      int32_t holder = (int32_t) (now >> CGPROF_ADJUST_HOLDER);
      if (holder && holder != cgrt_pid
	  && sys (SYS_kill, holder, 0, 0, 0, 0, 0) != -ESRCH)
	{
	  if (waits++ == HOLD_WAITS)
	    return 0;
	  sys (SYS_nanosleep, (long) millisecond, 0, 0, 0, 0, 0);
	  now = __atomic_load_n (adjust, __ATOMIC_RELAXED);
	}
      else if (__atomic_compare_exchange_n
		 (adjust, &now,
		  own | (now & ((1u << CGPROF_ADJUST_HOLDER) - 1)), 0,
		  __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
	return 1;
    }
}

void
cgrt_family_release (uint32_t next)
{
  /* Without room, records of ours lie in memory where another's would in the
     file.  */
  if (!cgrt_file_is_open ())
    next |= (uint32_t) cgrt_pid << CGPROF_ADJUST_HOLDER;
  __atomic_store_n (&cgrt_family_place->adjust, next, __ATOMIC_RELEASE);
}

static uint64_t
nanoseconds (const long *time)
{
  return (uint64_t) time[0] * 1000000000u + (uint64_t) time[1] * 1000u;
}

void
cgrt_family_write_times (void)
{
  struct cgprof_process *self = cgrt_family_self;
  /* The kernel's struct rusage begins with two times of two longs.  */
  long usage[36] = { 0 };

  if (sys (SYS_getrusage, RUSAGE_SELF, (long) usage, 0, 0, 0, 0) == 0)
    {
      self->cpu_user = user_before + nanoseconds (&usage[0]);
      self->cpu_system = system_before + nanoseconds (&usage[2]);
    }
  self->end_time = sys_clock (CLOCK_REALTIME);
}

void
cgrt_family_end (uint32_t end, uint32_t status)
{
  cgrt_family_write_times ();
  cgrt_family_self->status = status;
  __atomic_store_n (&cgrt_family_self->end, end, __ATOMIC_RELEASE);
}
