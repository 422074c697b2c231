/* Sessions: one at a time may change the profile as a whole.

   SPDX-License-Identifier: MIT  */

#include "process/session.h"

#include "base/calls.h"
#include "base/process.h"
#include "base/sys.h"
#include "count/adjust.h"
#include "count/counters.h"
#include "count/modules.h"
#include "file/file.h"
#include "file/lock.h"
#include "sample/periods.h"

static void (*serve_requests) (void);	/* NULL: there is no profile.  */
static int32_t scanner;		/* The process that may scan.  */

void
cgrt_session_start (void (*serve) (void))
{
  serve_requests = serve;
}

int
cgrt_session_is_ours (void)
{
  return serve_requests && !cgrt_limited && sys_getpid () == cgrt_pid
	 && !cgrt_file_is_lost ();
}

/* The session's lock is held.  While others were waited for, one of them may
   have limited system calls or lost the profile.  */

static int
begin_held (void)
{
  if (!cgrt_limited && !cgrt_file_is_lost ())
    return 1;
  cgrt_unlock (&cgrt_session_lock);
  return 0;
}

int
cgrt_session_begin (void)
{
  if (!cgrt_session_is_ours ())
    return 0;
  cgrt_lock (&cgrt_session_lock);
  return begin_held ();
}

int
cgrt_session_try (void)
{
  return cgrt_session_is_ours () && cgrt_try_lock (&cgrt_session_lock)
	 && begin_held ();
}

void
cgrt_session_end (void)
{
  cgrt_unlock (&cgrt_session_lock);
  if (serve_requests)
    serve_requests ();
}

void
cgrt_session_let_scan (void)
{
  scanner = cgrt_pid;
}

void
cgrt_session_scan (void)
{
  if (scanner == cgrt_pid)
    cgrt_modules_scan ();
}

void
cgrt_session_sync (void)
{
  cgrt_periods_settle ();
  cgrt_lock (&cgrt_memory_lock);
  cgrt_counters_sync_all ();
  if (!cgrt_limited)
    cgrt_adjust_look ();
  cgrt_unlock (&cgrt_memory_lock);
}
