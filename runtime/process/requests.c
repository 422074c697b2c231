/* Requests: what the program, signals and the time of day ask for while the
   program runs.

   What cgprof ctl asks for is not among them: it changes the profile itself.

   SPDX-License-Identifier: MIT  */

#include "process/requests.h"

#include <errno.h>
#include <signal.h>
#include <string.h>

#include "base/due.h"
#include "base/message.h"
#include "base/options.h"
#include "base/sys.h"
#include "count/adjust.h"
#include <cgprof/format.h>
#include "file/file.h"
#include "file/lock.h"
#include "file/mark.h"
#include "gmon/gmon.h"
#include "process/session.h"
#include "sample/guard.h"

#define EXPORT __attribute__ ((visibility ("default")))

EXPORT int __cgprof_dump (void);
EXPORT int __cgprof_start (void);
EXPORT int __cgprof_stop (void);
EXPORT int __cgprof_reset (void);
EXPORT int __cgprof_mark (const char *name);

/* What a signal's handler has asked for, of which who ends the session does
   what it cannot do itself.  */
#define WANTS_DUMP 1u
#define WANTS_START 2u
#define WANTS_STOP 4u
#define WANTS_TOGGLE 8u		/* To start what is stopped, or stop it.  */

static uint32_t wanted;

/* Have ACT change what counts, and note with a mark of KIND when.  Within a
   session.  */

static int
adjust (int (*act) (void), uint32_t kind)
{
  uint32_t before;
  int result;

  cgrt_session_sync ();
  cgrt_lock (&cgrt_memory_lock);
  before = cgrt_adjust_now ();
  result = act ();
  if (result == 0 && cgrt_adjust_now () != before)
    cgrt_mark_make (kind, sys_clock (CLOCK_MONOTONIC), "", 0);
  cgrt_unlock (&cgrt_memory_lock);
  return result;
}

static int
start (void)
{
  return adjust (cgrt_adjust_start, CGPROF_MARK_START);
}

static int
stop (void)
{
  return adjust (cgrt_adjust_stop, CGPROF_MARK_STOP);
}

static int
reset (void)
{
  return adjust (cgrt_adjust_reset, CGPROF_MARK_RESET);
}

/* Do what WANTS says, within a session.  The list of modules is not brought up
   to date: that takes the loader's lock.  */

static void
serve (uint32_t wants)
{
  if (wants & WANTS_TOGGLE)
    wants |= cgrt_adjust_now () & CGPROF_ADJUST_STOPPED ? WANTS_START
							 : WANTS_STOP;
  if (wants & WANTS_START)
    start ();
  if (wants & WANTS_STOP)
    stop ();
  if (wants & WANTS_DUMP)
    {
      cgrt_session_sync ();
      cgrt_gmon_write (1);
    }
}

void
cgrt_requests_serve (void)
{
  while (__atomic_load_n (&wanted, __ATOMIC_ACQUIRE) && cgrt_session_try ())
    {
      serve (__atomic_exchange_n (&wanted, 0, __ATOMIC_ACQUIRE));
      cgrt_unlock (&cgrt_session_lock);
    }
}

/* The signals of dump and of start and stop.  */

static void
handle_request (int signal, siginfo_t *info, void *context)
{
  int saved = errno;

  (void) info;
  (void) context;
  if (signal == cgrt_options.dump)
    __atomic_fetch_or (&wanted, WANTS_DUMP, __ATOMIC_RELEASE);
  else
    __atomic_fetch_xor (&wanted, WANTS_TOGGLE, __ATOMIC_RELEASE);
  cgrt_requests_serve ();
  errno = saved;
}

/* The signal that makes a mark: "signal 1", "signal 2" and so on.  */

static void
handle_mark (int signal, siginfo_t *info, void *context)
{
  static uint32_t count;
  char name[32] = "signal ";
  uint64_t length = sizeof "signal " - 1;
  uint32_t number;
  uint64_t time;
  int saved = errno;

  (void) signal;
  (void) info;
  (void) context;
  if (!cgrt_session_is_ours ())
    return;
  time = sys_clock (CLOCK_MONOTONIC);
  number = __atomic_add_fetch (&count, 1, __ATOMIC_RELAXED);
  for (uint32_t rest = number; rest; rest /= 10)
    length++;
  for (uint64_t at = length; number; number /= 10)
    name[--at] = (char) ('0' + number % 10);
  if (cgrt_lock_briefly (&cgrt_memory_lock))
    {
      cgrt_mark_make (CGPROF_MARK_NAMED, time, name, length);
      cgrt_unlock (&cgrt_memory_lock);
    }
  errno = saved;
}

/* Have HANDLE take SIGNAL, unless that is 0.  TAKEN says that the program has
   it already.  */

static void
start_signal (int signal, void (*handle) (int, siginfo_t *, void *),
	      const char *taken)
{
  struct sigaction action, old;

  if (!signal || sigaction (signal, NULL, &old) < 0)
    return;
  if ((old.sa_flags & SA_SIGINFO)
      || (old.sa_handler != SIG_DFL && old.sa_handler != SIG_IGN))
    {
      cgrt_message (NULL, taken, 0);
      return;
    }
  cgrt_guard_action (&action, handle);
  sigaction (signal, &action, NULL);
}

/* The time of the start, or of the stop, has come.  Called by base/due.h.  */

static void
come_to_start (void)
{
  __atomic_fetch_or (&wanted, WANTS_START, __ATOMIC_RELEASE);
  cgrt_requests_serve ();
}

static void
come_to_stop (void)
{
  __atomic_fetch_or (&wanted, WANTS_STOP, __ATOMIC_RELEASE);
  cgrt_requests_serve ();
}

void
cgrt_requests_start (void)
{
  const struct cgrt_moment *begin = &cgrt_options.start;
  const struct cgrt_moment *end = &cgrt_options.stop;
  int toggle = begin->by_signal || end->by_signal ? cgrt_options.signal : 0;

  start_signal (cgrt_options.dump, handle_request,
		"the signal for dumps is taken by the program");
  start_signal (cgrt_options.mark, handle_mark,
		"the signal for marks is taken by the program");
  start_signal (toggle, handle_request,
		"the signal that starts and stops is taken by the program");
  if (begin->by_signal || begin->time)
    cgrt_adjust_begin_stopped ();
  cgrt_due_start (begin->time, come_to_start, end->time, come_to_stop);
}

int
__cgprof_dump (void)
{
  int result;

  if (!cgrt_session_begin ())
    return -1;
  cgrt_session_scan ();
  cgrt_session_sync ();
  result = cgrt_gmon_write (1);
  if (!cgrt_file_whole ())
    result = -1;
  cgrt_session_end ();
  return result;
}

/* Have ACT change what counts, in a session of its own.  */

static int
change (int (*act) (void))
{
  int result;

  if (!cgrt_session_begin ())
    return -1;
  result = act ();
  cgrt_session_end ();
  return result;
}

int
__cgprof_start (void)
{
  return change (start);
}

int
__cgprof_stop (void)
{
  return change (stop);
}

int
__cgprof_reset (void)
{
  return change (reset);
}

int
__cgprof_mark (const char *name)
{
  uint64_t time;
  int result = -1;

  /* First: it may be a system call too many.  */
  if (!cgrt_session_is_ours ())
    return -1;
  time = sys_clock (CLOCK_MONOTONIC);
  cgrt_lock (&cgrt_memory_lock);
  if (cgrt_session_is_ours ())
    result = cgrt_mark_make (CGPROF_MARK_NAMED, time, name, strlen (name));
  cgrt_unlock (&cgrt_memory_lock);
  return result;
}
