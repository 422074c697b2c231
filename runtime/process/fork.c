/* Where a forked child counts.

   SPDX-License-Identifier: MIT

   It joins the parent's profile (file/family.h): its one thread is led to
   copies of its own there.  Where it cannot, as the file has no room, say, or
   belongs to another namespace of process numbers, it makes a file.  There the
   words that lead threads to their copies, and the runtime's own pointers,
   must stay valid; so it has every record of the parent's place where the
   parent has it, with all counts zero.

   A child can also be made without libc's fork.  After _Fork and syscall
   compiled code notifies the runtime, and the child does the same.  A child
   made in another way (clone, a system call instruction, code without the
   plugin) is noticed when it first takes a lock (file/lock.c).  Then it joins
   the profile, too, or else goes on in memory, unprofiled, and its parent's
   file stays sound.  What it counts until then is added to the parent's
   counts: compiled code does not check the pid, since that would cost more
   than counting.  */

#include "process/fork.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

#include "count/adjust.h"
#include "count/counters.h"
#include "file/family.h"
#include "file/file.h"
#include "gmon/gmon.h"
#include "file/lock.h"
#include "file/mark.h"
#include "base/message.h"
#include "count/gone.h"
#include "count/modules.h"
#include "base/options.h"
#include "base/process.h"
#include "base/sys.h"
#include "sample/threads.h"
#include "stack/stack.h"

/* Return how many bytes of RECORD the child's copy begins with; 0: none, for
   tables and logs are begun anew, and what other processes count is not
   its.  */

static uint64_t
copied_bytes (const struct cgprof_record *record)
{
  switch (record->type)
    {
    case CGPROF_RECORD_COMMAND:
    case CGPROF_RECORD_MODULE:
      return record->size;
    case CGPROF_RECORD_THREAD:
      return cgrt_family_owns (record)
	     ? offsetof (struct cgprof_thread, samples) : 0;
    case CGPROF_RECORD_COUNTERS:
      return cgrt_family_owns (record) ? sizeof (struct cgprof_counters) : 0;
    case CGPROF_RECORD_PROCESS:
      return cgrt_family_owns (record) ? sizeof *record : 0;
    default:
      return 0;
    }
}

/* Return the end of the records from AT to USED that are all COPIED, or all
   not.  */

static uint64_t
find_end (uint64_t at, uint64_t used, int copied)
{
  const struct cgprof_record *record;

  for (; at < used; at += record->size)
    {
      record = cgrt_file_at (at);
      /* Somebody has cut the file, and it is about to be lost.  */
      if (!record->size)
	return used;
      if ((copied_bytes (record) != 0) != copied)
	break;
    }
  return at;
}

/* Write all records of the child's profile NEW, up to USED.  Those that it
   has no use for become one, a hole: the parent's contexts may take
   megabytes.  Returns 0 or an errno.  */

static int
fill_records (const struct cgrt_file_new *new, uint64_t used)
{
  for (uint64_t at = CGRT_FILE_FIRST; at < used;)
    {
      uint64_t end = find_end (at, used, 1);
      /* The hole's head is to be written, too.  */
      uint64_t head = end < used ? sizeof (struct cgprof_record) : 0;
      int error = cgrt_file_room (new, at, end + head);

      if (error)
	return error;
      while (at < end)
	{
	  const struct cgprof_record *record = cgrt_file_at (at);
	  struct cgprof_record *copy
	    = (struct cgprof_record *) (void *) (new->bytes + at);
	  if (!record->size)
	    return 0;
	  memcpy (copy, record, copied_bytes (record));
	  at += record->size;
	}
      end = find_end (at, used, 0);
      if (at < end)
	((struct cgprof_record *) (void *) (new->bytes + at))->size
	  = end - at;
      at = end;
    }
  return 0;
}

/* Write the header and all records of the child's profile NEW.  */

static int
fill_child (const struct cgrt_file_new *new)
{
  const struct cgprof_process *old = cgrt_family_place;
  struct cgprof_header *header = (struct cgprof_header *) new->bytes;
  struct cgprof_process *process = (struct cgprof_process *)
    (void *) (new->bytes + cgrt_file_offset (old));
  uint64_t used = cgrt_file_used ();
  int error = cgrt_file_room (new, 0, CGRT_FILE_FIRST);

  if (!error && !cgrt_file_see ())
    error = ENOMEM;
  if (!error)
    error = fill_records (new, used);
  if (error)
    return error;
  cgrt_family_begin (process, old->record.id);
  process->adjust = old->adjust & CGPROF_ADJUST_STOPPED;
  process->threads = old->threads;
  process->sections = old->sections;
  process->modules = old->modules;
  memcpy (header, cgrt_file_header (), sizeof *header);
  header->used = used;
  header->pid = process->pid;
  header->start_time = process->start_time;
  header->start_clock = sys_clock (CLOCK_MONOTONIC);
  header->places = process->record.id;
  return 0;
}

/* Whether prepare has taken the locks.  Only the forking thread asks.  */
static int prepared;

static void
prepare (void)
{
  if (cgrt_limited)
    return;
  cgrt_lock_fork_begin ();
  cgrt_stack_fork_begin ();
  if (!cgrt_file_is_lost ())
    {
      cgrt_gmon_fork ();
      /* Once here, not in each child.  */
      cgrt_file_see ();
    }
  prepared = 1;
}

static void
parent (void)
{
  if (!prepared)
    return;
  prepared = 0;
  cgrt_stack_fork_end (0);
  cgrt_lock_fork_end ();
}

/* Take a place of one's own in the parent's profile.  The calling thread holds
   both locks and may take them (file/lock.h: forking).  Returns whether there
   is one.  May be called in a signal handler.  */

static int
join (void)
{
  int32_t parents_pid = cgrt_pid;

  cgrt_pid = (int32_t) sys_getpid ();
  cgrt_forked_by = parents_pid;
  cgrt_process_end_split ();
  if (cgrt_family_join (cgrt_gone_fit))
    {
      cgrt_threads_join ();
      cgrt_gone_join ();
      cgrt_counters_join ();
      cgrt_adjust_fork ();
      cgrt_mark_fork ();
      return 1;
    }
  cgrt_pid = parents_pid;
  return 0;
}

/* Likewise, or leave the parent's profile and begin one's own.  Not in a
   signal handler that can do no more than others.  */

static void
part (void)
{
  struct cgrt_module *module;
  int32_t parents_pid = cgrt_pid;

  if (join ())
    return;
  cgrt_pid = (int32_t) sys_getpid ();
  if (cgrt_file_is_lost ())
    cgrt_pid = parents_pid;
  else if (cgrt_file_create (cgrt_options.out, 1, cgrt_file_used (),
			     fill_child))
    {
      /* The profile is not ours then, and nobody ends it.  */
      cgrt_pid = parents_pid;
      cgrt_message (NULL, "no memory: a forked child counts in its"
		    " parent's profile", 0);
    }
  else
    {
      cgrt_family_enter (cgrt_family_place->record.id);
      for (uint32_t i = 0; (module = cgrt_modules_at (i)) != NULL; i++)
	cgrt_counters_fork (module);
      cgrt_threads_fork ();
      cgrt_adjust_fork ();
      cgrt_mark_fork ();
    }
}

/* Likewise, in a child of whose fork nobody told.  */

static void
part_late (void)
{
  cgrt_stack_leave ();
  part ();
}

/* Likewise, or leave the parent's profile and go on in memory.  */

static void
split (void)
{
  cgrt_stack_leave ();
  if (cgrt_limited || !join ())
    cgrt_file_split ();
}

static void
child (void)
{
  if (!prepared)
    {
      cgrt_lock_split (split);
      return;
    }
  prepared = 0;
  cgrt_calls_fork ();
  cgrt_stack_fork_end (1);
  /* A handler of the program's, before this one, may have had it join.  */
  if (cgrt_pid != (int32_t) sys_getpid () || !cgrt_process_is_whole ())
    part ();
  cgrt_lock_fork_end ();
}

void
cgrt_fork_notice (void)
{
  cgrt_lock_split (cgrt_limited ? cgrt_file_split : part_late);
}

void
cgrt_fork_leave (void)
{
  split ();
}

#ifdef PIC

/* In a shared object pthread_atfork is this, by way of a piece of glibc that
   the linker copies into it; musl, which the program may have instead, has
   pthread_atfork in its library.  */
extern int __register_atfork (void (*) (void), void (*) (void),
			      void (*) (void), void *)
  __attribute__ ((weak));
extern void *__dso_handle __attribute__ ((visibility ("hidden")));

void
cgrt_fork_start (void)
{
  __typeof (pthread_atfork) *musl;

  if (__register_atfork)
    __register_atfork (prepare, parent, child, __dso_handle);
  else if ((*(void **) &musl = dlsym (RTLD_DEFAULT, "pthread_atfork")))
    musl (prepare, parent, child);
}

#else

void
cgrt_fork_start (void)
{
  pthread_atfork (prepare, parent, child);
}

#endif
