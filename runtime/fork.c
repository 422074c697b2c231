/* What a forked child does about the profile.

   SPDX-License-Identifier: MIT

   The words that lead threads to their copies, and the runtime's own
   pointers, must stay good in the child.  So its file has every record of
   the parent's at the same place, with all counts zero.

   A child made behind libc's back, by _Fork or syscall, is told of by the
   compiled code that called them and does the same.  One made in another
   way (clone, a system call instruction, code without the plugin) is noticed
   at the first lock it takes: lock.c.  It goes on in memory, unprofiled, and
   its parent's file stays sound.  Until then what it counts is added to
   the parent's counts: compiled code looks at no process number, which
   would cost more than counting.  */

#include "fork.h"

#include <pthread.h>
#include <string.h>

#include "adjust.h"
#include "counters.h"
#include "file.h"
#include "lock.h"
#include "message.h"
#include "modules.h"
#include "options.h"
#include "process.h"
#include "sys.h"
#include "threads.h"

/* Write the child's copy of RECORD to TO, where all is zero.  */

static void
copy_record (unsigned char *to, const struct cgprof_record *record)
{
  struct cgprof_record *copy = (struct cgprof_record *) to;

  switch (record->type)
    {
    case CGPROF_RECORD_COMMAND:
    case CGPROF_RECORD_MODULE:
      memcpy (to, record, record->size);
      break;
    case CGPROF_RECORD_THREAD:
      memcpy (to, record, sizeof *record);
      break;
    case CGPROF_RECORD_COUNTERS:
      memcpy (to, record, sizeof (struct cgprof_counters));
      break;
    default:
      /* Tables are begun anew.  */
      copy->size = record->size;
    }
}

/* Write the header and all records of the child's profile to TO.  */

static void
fill_child (unsigned char *to)
{
  const struct cgprof_header *old = cgrt_file_header ();
  struct cgprof_header *header = (struct cgprof_header *) to;
  uint64_t used = cgrt_file_used ();

  memcpy (header, old, sizeof *header);
  header->used = used;
  header->ppid = header->pid;
  header->pid = (uint64_t) cgrt_pid;
  header->start_time = sys_clock (CLOCK_REALTIME);
  header->end_time = 0;
  header->cpu_user = 0;
  header->cpu_system = 0;
  header->end = CGPROF_END_NONE;
  header->adjust &= CGPROF_ADJUST_STOPPED;
  for (uint64_t at = CGRT_FILE_FIRST; at < used;)
    {
      const struct cgprof_record *record = cgrt_file_at (at);
      copy_record (to + at, record);
      /* Somebody has cut the file, and it is about to be lost.  */
      if (!record->size)
	break;
      at += record->size;
    }
}

/* Whether prepare has taken the locks.  Only the forking thread asks.  */
static int prepared;

static void
prepare (void)
{
  if (cgrt_limited)
    return;
  cgrt_lock_fork_begin ();
  prepared = 1;
}

static void
parent (void)
{
  if (!prepared)
    return;
  prepared = 0;
  cgrt_lock_fork_parent ();
}

/* Leave the parent's profile and begin one's own.  */

static void
part (void)
{
  struct cgrt_module *module;
  int32_t parents_pid = cgrt_pid;

  cgrt_pid = (int32_t) sys_getpid ();
  cgrt_forked = 1;
  cgrt_process_end_split ();
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
      for (uint32_t i = 0; (module = cgrt_modules_at (i)) != NULL; i++)
	cgrt_counters_fork (module);
      cgrt_threads_fork ();
      cgrt_adjust_fork ();
    }
}

static void
child (void)
{
  if (!prepared)
    {
      cgrt_lock_split (cgrt_file_split);
      return;
    }
  prepared = 0;
  cgrt_lock_fork_child ();
  part ();
  cgrt_lock_fork_done ();
}

void
cgrt_fork_notice (void)
{
  cgrt_lock_split (cgrt_limited ? cgrt_file_split : part);
}

void
cgrt_fork_start (void)
{
  pthread_atfork (prepare, parent, child);
}
