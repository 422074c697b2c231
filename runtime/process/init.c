/* The runtime's life: modules attach and detach, compiled code gives notices,
   and the process ends.

   SPDX-License-Identifier: MIT  */

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cgprof/abi.h>
#include "count/counters.h"
#include "file/family.h"
#include "file/file.h"
#include "process/fork.h"
#include "gmon/gmon.h"
#include "sample/guard.h"
#include "sample/handler.h"
#include "file/lock.h"
#include "sample/mask.h"
#include "base/memory.h"
#include "base/message.h"
#include "count/modules.h"
#include "base/options.h"
#include "base/process.h"
#include "process/requests.h"
#include "process/session.h"
#include "count/quick.h"
#include "sample/sampling.h"
#include "sample/segment.h"
#include "sample/signals.h"
#include "base/sys.h"
#include "count/targets.h"
#include "count/unloaded.h"
#include "sample/threads.h"
#include "sample/waits.h"

#define EXPORT __attribute__ ((visibility ("default")))

#define MAX_COMMAND ((uint64_t) 4 << 20)

static enum { IDLE, RUNNING, FAILED } state;

EXPORT void __cgprof_attach (struct cgprof_module *module);

/* The first profile's header and PROCESS record.  */
#define FIRST_SIZE (CGRT_FILE_FIRST + CGRT_FILE_SIZE (struct cgprof_process))

/* Two clocks are read so often, until that takes no more nanoseconds: as long
   as nobody else has the processor in between.  */
#define CLOCK_TRIES 3
#define CLOCK_PAIR 5000

/* Set HEADER's two times, by which those of processes and of modules are
   compared.  */

static void
read_clocks (struct cgprof_header *header)
{
  uint64_t least = UINT64_MAX;

  for (int i = 0; i < CLOCK_TRIES && least > CLOCK_PAIR; i++)
    {
      uint64_t before = sys_clock (CLOCK_MONOTONIC);
      uint64_t time = sys_clock (CLOCK_REALTIME);
      uint64_t between = sys_clock (CLOCK_MONOTONIC) - before;
      if (between >= least)
	continue;
      least = between;
      header->start_time = time;
      header->start_clock = before + between / 2;
    }
}

static int
fill_first (const struct cgrt_file_new *new)
{
  struct cgprof_header *header = (struct cgprof_header *) new->bytes;
  struct cgprof_process *process
    = (struct cgprof_process *) (void *) (new->bytes + CGRT_FILE_FIRST);
  int error = cgrt_file_room (new, 0, FIRST_SIZE);

  if (error)
    return error;

  memcpy (header->magic, CGPROF_MAGIC, sizeof header->magic);
  header->version = CGPROF_FORMAT_VERSION;
  header->byte_order = CGPROF_BYTE_ORDER;
  header->header_size = CGRT_FILE_FIRST;
  header->word_size = sizeof (void *);
  header->used = FIRST_SIZE;
  cgrt_family_begin (process, CGRT_FILE_FIRST / CGPROF_ALIGN);
  process->record.type = CGPROF_RECORD_PROCESS;
  process->record.size = FIRST_SIZE - CGRT_FILE_FIRST;
  header->pid = process->pid;
  read_clocks (header);
  process->start_time = header->start_time;
  header->places = process->record.id;
  return 0;
}

/* Write the COMMAND record, with the name of the host.  */

static void
write_command (void)
{
  char *arguments = cgrt_memory_map (MAX_COMMAND);
  struct utsname system;
  uint32_t host = uname (&system) == 0 ? strlen (system.nodename) : 0;
  uint64_t length = 0;
  int fd = (int) sys_open ("/proc/self/cmdline", O_RDONLY | O_CLOEXEC, 0);

  if (arguments && fd >= 0)
    {
      struct cgprof_command *command;
      long more;
      while (length < MAX_COMMAND
	     && (more = sys (SYS_read, fd, (long) (arguments + length),
			     (long) (MAX_COMMAND - length), 0, 0, 0)) > 0)
	length += (uint64_t) more;
      cgrt_lock (&cgrt_memory_lock);
      command = cgrt_file_allocate (sizeof *command + length + host);
      if (command)
	{
	  command->process = cgrt_family_place->record.id;
	  command->length = (uint32_t) length;
	  command->host_length = host;
	  memcpy (command->arguments, arguments, length);
	  memcpy (command->arguments + length, system.nodename, host);
	  cgrt_file_publish (command, CGPROF_RECORD_COMMAND);
	}
      cgrt_unlock (&cgrt_memory_lock);
    }
  if (fd >= 0)
    sys_close (fd);
  cgrt_memory_unmap (arguments, MAX_COMMAND);
}

/* The status that exit was called with and 1 more; 0 if that is not known, so
   that it lies with the other words that are written (base/memory.h).  */
static uint32_t exit_status;

static void
note_status (int status, void *data)
{
  (void) data;
  exit_status = ((uint32_t) status & 0xff) + 1;
}

/* musl has no such function.  */
#pragma weak on_exit

/* Set up everything at the first attach.  */

static void
start (void)
{
  int error;

  cgrt_pid = (int32_t) sys_getpid ();
  cgrt_options_read ();
  error = cgrt_file_create (cgrt_options.out, 0, FIRST_SIZE, fill_first);
  if (error)
    {
      cgrt_message (NULL, "no profile", error);
      state = FAILED;
      return;
    }
  cgrt_family_enter (CGRT_FILE_FIRST / CGPROF_ALIGN);
  cgrt_lock_start (cgrt_fork_leave);
  cgrt_process_start ();
  cgrt_guard_start ();
  write_command ();
  cgrt_requests_start ();
  cgrt_sampling_start ();
  cgrt_fork_start ();
  cgrt_session_start (cgrt_requests_serve);
  state = RUNNING;
}

/* The program is about to limit its system calls, of which we do not know
   any that will not kill it: do now what would be done at the end.  */

static void
limit (void)
{
  int was_sampling;

  if (!cgrt_session_begin ())
    return;
  cgrt_session_sync ();
  cgrt_family_write_times ();
  cgrt_gmon_write (0);
  cgrt_lock (&cgrt_memory_lock);
  was_sampling = cgrt_sampling_leave ();
  cgrt_file_settle ();
  if (was_sampling)
    cgrt_message (NULL, "the program limits its system calls: no more"
		  " sampling", 0);
  cgrt_lock_limit ();
  cgrt_session_end ();
}

/* Do what a notice of the kind WHAT asks for, in a span of calls unless those
   are limited.  The program is about to make system call NUMBER, or may handle
   that signal; 0 is one that is not known.  SET is what goes with WHAT (enum
   cgprof_notice), CALLER as for cgrt_waits_begin.  */

static void
heed (uint32_t what, uint32_t number, const void *set, uint64_t caller)
{
  if (what == CGPROF_NOTICE_SEGMENT)
    {
      cgrt_segment_leave ();
      return;
    }
  cgrt_segment_glance ();
  if (what == CGPROF_NOTICE_WAITED)
    {
      cgrt_waits_end ();
      cgrt_mask_reopen ();
      return;
    }
  if (what == CGPROF_NOTICE_STACK)
    {
      cgrt_handler_note_stack ();
      return;
    }
  if (what == CGPROF_NOTICE_ACTION)
    {
      if (!number || number == (uint32_t) cgrt_signals_number ())
	cgrt_handler_note_action ();
      return;
    }
  cgrt_mask_close ();
  if (what == CGPROF_NOTICE_MASK || what >= CGPROF_NOTICES
      || (number && number != SYS_seccomp))
    return;
  if (what == CGPROF_NOTICE_FORKED)
    cgrt_fork_notice ();
  else if (what == CGPROF_NOTICE_TAKE || what == CGPROF_NOTICE_DESCRIPTOR
	   || what == CGPROF_NOTICE_LET_IN || what == CGPROF_NOTICE_RING)
    cgrt_waits_begin ((enum cgprof_notice) what, set, caller);
  else if (what == CGPROF_NOTICE_ABORT)
    {
      /* No more than a note, for a handler of SIGABRT may go on.  */
      if (cgrt_session_is_ours ())
	cgrt_family_end (CGPROF_END_SIGNAL, SIGABRT);
    }
  else if (cgrt_limited)
    cgrt_session_sync ();
  else if (what == CGPROF_NOTICE_SPACE)
    {
      if (cgrt_session_is_ours ())
	{
	  cgrt_lock (&cgrt_memory_lock);
	  cgrt_file_shrink ();
	  cgrt_unlock (&cgrt_memory_lock);
	}
    }
  else if (what != CGPROF_NOTICE_LIMIT && cgrt_session_try ())
    {
      int exits = what == CGPROF_NOTICE_EXIT || what == CGPROF_NOTICE_STATUS;
      cgrt_session_sync ();
      cgrt_family_end (exits ? CGPROF_END_QUICK : CGPROF_END_EXEC,
		       what == CGPROF_NOTICE_STATUS
		       ? (uint32_t) (uintptr_t) set & 0xff
		       : CGPROF_STATUS_UNKNOWN);
      cgrt_lock (&cgrt_memory_lock);
      cgrt_file_finish (exits);
      cgrt_unlock (&cgrt_memory_lock);
      cgrt_session_end ();
    }
}

/* The hook NOTICE of struct cgprof_module.  The loader may be busy, in this
   thread even: modules are not looked for.  */

static void
take_notice (struct cgprof_module *hooks, uint32_t what, const void *set)
{
  uint32_t number = what / CGPROF_NOTICE_NUMBER;
  /* The module's function ends in a jump to this one.  */
  uint64_t caller = (uintptr_t) __builtin_return_address (0);
  int saved = errno;
  int inside = cgrt_calls_begin ();

  (void) hooks;
  what %= CGPROF_NOTICE_NUMBER;
  heed (what, number, set, caller);
  if (inside)
    cgrt_calls_end ();
  /* Not in a span, for whose end another thread's limit would wait.  */
  if (inside && what == CGPROF_NOTICE_LIMIT
      && (!number || number == SYS_seccomp))
    limit ();
  errno = saved;
}

/* The process whose modules have all been looked at since exit was called, and
   when.  */
static int32_t looked_pid;
static uint64_t looked_clock;

/* Look at MODULE, whose section may be gone soon, or at all once exit was
   called: the others' turn comes, too.  The caller holds cgrt_memory_lock.  */

static void
look_before_leaving (struct cgrt_module *module)
{
  looked_clock = sys_clock (CLOCK_MONOTONIC);
  if (!exit_status)
    {
      cgrt_counters_sync (module);
      /* What was loaded with the program stays for good.  */
      if (!module->is_initial)
	cgrt_unloaded_name (module->record);
      module->is_named = !module->is_initial;
      return;
    }
  cgrt_counters_sync_all ();
  looked_pid = cgrt_pid;
}

/* The hook DETACH of struct cgprof_module.  */

static void
detach (struct cgprof_module *hooks)
{
  struct cgrt_module *module
    = (struct cgrt_module *) (uintptr_t) hooks->handle;
  /* With system calls limited, sections are only read.  */
  int is_looked_at = looked_pid == cgrt_pid || cgrt_limited;

  /* HANDLE stays: at the end of the process the module may run on.  Its
     section may be gone; the program's never is, and is looked at at the
     end.  */
  if (!module || module == cgrt_modules_program ()
      || (!is_looked_at && !cgrt_session_begin ()))
    return;
  if (!is_looked_at)
    cgrt_session_scan ();
  cgrt_lock (&cgrt_memory_lock);
  if (!is_looked_at)
    look_before_leaving (module);
  else if (cgrt_limited && !cgrt_file_is_lost ())
    cgrt_counters_sync (module);
  cgrt_counters_detach (module);
  module->section = NULL;
  module->left = looked_clock;
  cgrt_unlock (&cgrt_memory_lock);
  if (!is_looked_at)
    cgrt_session_end ();
}

/* Tie HOOKS to MODULE, which holds it, and let that count.  The caller holds
   cgrt_memory_lock.  */

static void
attach (struct cgrt_module *module, struct cgprof_module *hooks)
{
  uint64_t bytes = (uint64_t) ((char *) hooks->counters_end
			       - (char *) hooks->counters);

  looked_pid = 0;
  if (module->is_over_unknown)
    {
      module->is_over_unknown = 0;
      cgrt_unloaded_forget (module->record);
    }
  if (module->left)
    {
      /* Loaded again at the same place: the section begins anew, the
	 threads' copies go on.  */
      if (module->is_named)
	{
	  cgrt_unloaded_forget (module->record);
	  cgrt_unloaded_restore (module->record);
	  module->is_named = 0;
	}
      module->left = 0;
      module->shared = NULL;
      module->synced = 0;
    }
  module->section = hooks->counters;
  module->words = bytes / sizeof (uint64_t);
  module->record->counters = (uint64_t) (uintptr_t) hooks->counters
			     - module->record->bias;
  module->record->counters_size = bytes;
  module->record->flags |= CGPROF_MODULE_INSTRUMENTED;
  module->hooks = hooks;
  hooks->handle = (uint64_t) (uintptr_t) module;
  hooks->enter = cgrt_counters_enter;
  hooks->target = cgrt_targets_count;
  hooks->quick = cgrt_quick_target;
  hooks->notice = take_notice;
  hooks->detach = detach;
  cgrt_segment_attach (hooks);
  if (hooks->segment == CGPROF_SEGMENT_USED)
    cgrt_guard_faults ();
  cgrt_segment_check ();
  /* Samples are wanted from the start, counts or not.  */
  cgrt_threads_enter ();
  __atomic_store_n (&hooks->unset, 0, __ATOMIC_RELEASE);
}

/* glibc's, in sys/single_threaded.h since 2.32.  */
extern char __libc_single_threaded __attribute__ ((weak));

/* Whether the library MODULE can count, but its own turn has not come yet.  */

static int
is_waiting (struct cgrt_module *module)
{
  const struct cgprof_module *hooks = module->found_hooks;

  return hooks && !module->unloaded && module != cgrt_modules_program ()
	 && hooks->size == sizeof *hooks && !hooks->handle
	 && hooks->counters != hooks->counters_end;
}

/* Attach HOOKS of MODULE, and with them all libraries that wait.  These are
   loaded for good if no other thread may be loading one right now: the
   constructor that called would not run if they could not be.  */

static void
attach_all (struct cgrt_module *module, struct cgprof_module *hooks)
{
  int are_loaded = &__libc_single_threaded && __libc_single_threaded;
  struct cgrt_module *each;
  int others = 0;

  cgrt_lock (&cgrt_memory_lock);
  attach (module, hooks);
  for (uint32_t i = 0;
       are_loaded && (each = cgrt_modules_at (i)) != NULL; i++)
    if (is_waiting (each))
      {
	attach (each, each->found_hooks);
	others = 1;
      }
  if (others)
    cgrt_counters_sync_all ();
  else
    cgrt_counters_sync (module);
  cgrt_unlock (&cgrt_memory_lock);
}

/* May be called by constructors of libraries that are loaded at any time:
   leaves errno as it was.  */

void
__cgprof_attach (struct cgprof_module *hooks)
{
  int saved = errno;
  int is_first;

  if (cgrt_limited)
    return;
  if (hooks->abi != CGPROF_ABI_VERSION || hooks->size != sizeof *hooks)
    {
      cgrt_message (NULL, "a module was compiled by another version of"
		    " cgprof: not profiled", 0);
      return;
    }
  cgrt_lock (&cgrt_session_lock);
  is_first = state == IDLE;
  if (is_first)
    start ();
  if (state == RUNNING && !hooks->handle && !cgrt_file_is_lost ())
    {
      struct cgrt_module *module;
      cgrt_session_let_scan ();
      cgrt_modules_scan ();
      module = cgrt_modules_find (hooks);
      if (!module)
	cgrt_message (NULL, "an instrumented module is not in the loader's"
		      " list: not profiled", 0);
      else
	attach_all (module, hooks);
      /* A library that is loaded with the program is destroyed before what
	 its constructor asks for is called, so the program's asks, too.  */
      if (on_exit && (is_first || module == cgrt_modules_program ()))
	on_exit (note_status, NULL);
    }
  cgrt_session_end ();
  errno = saved;
}

/* The orderly end.  The lowest priority of a destructor makes it the last
   of a static program; in a shared object, the loader runs it after the
   program's own.  What is counted later still reaches the profile, but not
   gmon.out.  */

static void __attribute__ ((destructor (101)))
end (void)
{
  if (cgrt_limited && !cgrt_file_is_lost ())
    {
      cgrt_session_sync ();
      cgrt_family_self->status = exit_status - 1;
      cgrt_family_self->end = CGPROF_END_EXIT;
    }
  if (!cgrt_session_begin ())
    return;
  cgrt_sampling_stop ();
  cgrt_session_scan ();
  cgrt_session_sync ();
  cgrt_family_end (CGPROF_END_EXIT, exit_status - 1);
  cgrt_lock (&cgrt_memory_lock);
  cgrt_file_finish (1);
  cgrt_unlock (&cgrt_memory_lock);
  /* Last: it may need the room that the file has just given back.  */
  if (!cgrt_file_is_lost ())
    cgrt_gmon_write (0);
  cgrt_unlock (&cgrt_session_lock);
}
