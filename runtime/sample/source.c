/* Sources: what makes a thread's signals come.

   SPDX-License-Identifier: MIT  */

#include "sample/source.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cgprof/format.h>
#include "base/options.h"
#include "base/sys.h"

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

#define SECOND 1000000000u

static int perf_refused;	/* Do not ask again.  */
static uint64_t mean_period;
static uint64_t ring_size;
static uint64_t seed;

/* Filled at start: clearing them in slow paths might call memset.  */
static struct perf_event_attr event;
static struct sigevent notice;

uint64_t
cgrt_source_start (int signal)
{
  mean_period = SECOND / cgrt_options.rate;
  ring_size = 2 * (uint64_t) sysconf (_SC_PAGESIZE);
  seed = sys_clock (CLOCK_MONOTONIC);

  event.type = PERF_TYPE_SOFTWARE;
  event.size = sizeof event;
  event.config = PERF_COUNT_SW_CPU_CLOCK;
  event.disabled = 1;
  event.exclude_kernel = 1;
  event.exclude_hv = 1;
  event.wakeup_events = 1;
  notice.sigev_notify = SIGEV_THREAD_ID;
  notice.sigev_signo = signal;
  return mean_period;
}

/* Return the mean period, up to a tenth more or less, another each time:
   threads do not march in step with each other or with the program.  */

static uint64_t
pick_period (void)
{
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return mean_period - mean_period / 10
	 + (seed >> 33) % (mean_period / 5 + 1);
}

/* Give THREAD a perf event.  Returns 0 or an errno.  */

static int
open_perf (struct cgrt_source *source, int32_t thread)
{
  struct f_owner_ex owner = { F_OWNER_TID, thread };
  int error;
  int fd;

  event.sample_period = source->period;
  fd = (int) sys (SYS_perf_event_open, (long) &event, 0, -1, -1,
		  PERF_FLAG_FD_CLOEXEC, 0);
  if (fd < 0)
    return -fd;
  source->ring = sys_mmap (NULL, ring_size, PROT_READ, MAP_SHARED, fd, 0,
			   &error);
  if (!error
      && (sys (SYS_fcntl, fd, F_SETOWN_EX, (long) &owner, 0, 0, 0) < 0
	  || sys (SYS_fcntl, fd, F_SETSIG, notice.sigev_signo, 0, 0, 0) < 0
	  || sys (SYS_fcntl, fd, F_SETFL, O_ASYNC, 0, 0, 0) < 0
	  || sys (SYS_ioctl, fd, PERF_EVENT_IOC_ENABLE, 0, 0, 0, 0) < 0))
    {
      error = ENOSYS;
      sys_munmap (source->ring, ring_size);
      source->ring = NULL;
    }
  sys_close (fd);
  return error;
}

/* Give THREAD a timer.  Returns 0 or an errno.  */

static int
open_timer (struct cgrt_source *source, int32_t thread)
{
  clockid_t clock = cgrt_options.clock == CGPROF_CLOCK_CPU
		    ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC;
  long result;

  notice.sigev_notify_thread_id = thread;
  result = sys (SYS_timer_create, clock, (long) &notice,
		(long) &source->timer, 0, 0, 0);
  if (result < 0)
    return (int) -result;
  source->has_timer = 1;
  result = cgrt_source_resume (source, source->period);
  if (result < 0)
    cgrt_source_close (source);
  return (int) -result;
}

int
cgrt_source_open (struct cgrt_source *source, int32_t thread,
		  uint32_t *sampler)
{
  int error = ENOSYS;

  source->period = pick_period ();
  if (cgrt_options.clock == CGPROF_CLOCK_CPU && !perf_refused)
    {
      error = open_perf (source, thread);
      /* Other errors (limits on descriptors and locked memory) may
	 pass.  */
      perf_refused = error == ENOSYS || error == EACCES || error == ENOENT;
    }
  *sampler = error ? CGPROF_SAMPLER_TIMER : CGPROF_SAMPLER_PERF;
  return error ? open_timer (source, thread) : 0;
}

int
cgrt_source_is_open (const struct cgrt_source *source)
{
  return source->ring || source->has_timer;
}

void
cgrt_source_close (struct cgrt_source *source)
{
  if (source->ring)
    sys_munmap (source->ring, ring_size);
  if (source->has_timer)
    sys (SYS_timer_delete, source->timer, 0, 0, 0, 0, 0);
  cgrt_source_forget (source);
}

void
cgrt_source_forget (struct cgrt_source *source)
{
  source->ring = NULL;
  source->has_timer = 0;
}

uint64_t
cgrt_source_rest (const struct cgrt_source *source)
{
  /* The kernel's own struct itimerspec: four longs.  */
  static const long none[4];
  long old[4] = { 0 };
  uint64_t left;

  sys (SYS_timer_settime, source->timer, 0, (long) none, (long) old, 0, 0);
  left = (uint64_t) old[2] * SECOND + (uint64_t) old[3];
  return left == 0 || left > source->period ? source->period : left;
}

long
cgrt_source_resume (const struct cgrt_source *source, uint64_t left)
{
  long times[4];

  times[0] = (long) (source->period / SECOND);
  times[1] = (long) (source->period % SECOND);
  times[2] = (long) (left / SECOND);
  times[3] = (long) (left % SECOND);
  return sys (SYS_timer_settime, source->timer, 0, (long) times, 0, 0, 0);
}
