/* Sources: what makes a thread's signals come.

   SPDX-License-Identifier: MIT  */

#include "sample/source.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/arch.h"
#include <cgprof/format.h>
#include "base/kernel.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/sys.h"
#include "sample/signals.h"
#include "sample/threads.h"

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

#define SECOND 1000000000u

/* The first kernel whose timers on CPU clocks leave system calls alone: they
   expire on the way back to user mode.  On x86-64, that is.  On others it is a
   later one, but the calls that a signal may end for other reasons are not
   finished (resume.h).  */
#define FIRST_RELEASE 5
#define FIRST_VERSION 10

/* A timer is one of the signals that a user may have queued.  The program is
   to have most of them.  */
#define SIGNALS_A_TICKER 8

static int perf_refused;	/* Do not ask again.  */
static uint64_t mean_period;
static uint64_t ring_size;
static uint64_t seed;
static uint32_t system_seen;	/* Whether tickers are made: enum
				   cgprof_system.  */
static uint64_t tickers;	/* How many there are, */
static uint64_t most_tickers;	/* and may be.  */
static uint32_t tick;		/* The kernel's, microseconds.  */

/* Filled at start: clearing them in slow paths might call memset.  */
static struct perf_event_attr event;
static struct sigevent notice;

uint64_t
cgrt_source_start (void)
{
  /* The kernel's own struct timespec: two longs.  */
  long resolution[2] = { 0 };

  mean_period = SECOND / cgrt_options.rate;
  ring_size = 2 * cgrt_memory_page ();
  seed = sys_clock (CLOCK_MONOTONIC);

  event.type = PERF_TYPE_SOFTWARE;
  event.size = sizeof event;
  event.config = PERF_COUNT_SW_CPU_CLOCK;
  event.disabled = 1;
  event.exclude_kernel = 1;
  event.exclude_hv = 1;
  event.wakeup_events = 1;
  notice.sigev_notify = SIGEV_THREAD_ID;
  system_seen = !ARCH_CALLS ? CGPROF_SYSTEM_PROCESSOR
		: !cgrt_kernel_is_from (FIRST_RELEASE, FIRST_VERSION)
		? CGPROF_SYSTEM_KERNEL : CGPROF_SYSTEM_SAMPLED;
  most_tickers = sys_limit (RLIMIT_SIGPENDING) / SIGNALS_A_TICKER;
  sys (SYS_clock_getres, CLOCK_MONOTONIC_COARSE, (long) resolution, 0, 0, 0,
       0);
  tick = (uint32_t) (resolution[1] / 1000);
  return mean_period;
}

/* Return a random number of 31 bits.  */

static uint64_t
draw (void)
{
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return seed >> 33;
}

/* Return the mean period, up to a tenth more or less, another each time:
   threads do not march in step with each other or with the program.  */

static uint64_t
pick_period (void)
{
  return mean_period - mean_period / 10 + draw () % (mean_period / 5 + 1);
}

/* Give THREAD a perf event with that PERIOD, which brings a signal each time
   or, if ONCE is set, one.  Returns 0 or an errno.  */

static int
open_perf (struct cgrt_source *source, int32_t thread, uint64_t period,
	   int once)
{
  struct f_owner_ex owner = { F_OWNER_TID, thread };
  int error;
  int fd;

  event.sample_period = period;
  fd = (int) sys (SYS_perf_event_open, (long) &event, thread, -1, -1,
		  PERF_FLAG_FD_CLOEXEC, 0);
  if (fd < 0)
    return -fd;
  source->ring = sys_mmap (NULL, ring_size, PROT_READ, MAP_SHARED, fd, 0,
			   &error);
  /* A forked child would keep the event alive, and has no use for it.  */
  if (!error)
    sys (SYS_madvise, (long) source->ring, (long) ring_size, MADV_DONTFORK, 0,
	 0, 0);
  if (!error
      && (sys (SYS_fcntl, fd, F_SETOWN_EX, (long) &owner, 0, 0, 0) < 0
	  || sys (SYS_fcntl, fd, F_SETSIG, cgrt_signals_number (), 0, 0,
	      0) < 0
	  || sys (SYS_fcntl, fd, F_SETFL, O_ASYNC, 0, 0, 0) < 0
	  || sys (SYS_ioctl, fd, once ? PERF_EVENT_IOC_REFRESH
				      : PERF_EVENT_IOC_ENABLE, once, 0, 0,
		  0) < 0))
    {
      error = ENOSYS;
      sys_munmap (source->ring, ring_size);
      source->ring = NULL;
    }
  sys_close (fd);
  return error;
}

/* Let TIMER expire in LEFT nanoseconds, then each PERIOD.  Set *WAS, unless it
   is NULL, to the nanoseconds after which it would have, 0 if it was not set.
   Return 0 or a negative errno.  */

static long
set_timer (int32_t timer, uint64_t left, uint64_t period, uint64_t *was)
{
  /* The kernel's own struct itimerspec: four longs.  */
  long times[4], old[4] = { 0 };
  long result;

  times[0] = (long) (period / SECOND);
  times[1] = (long) (period % SECOND);
  times[2] = (long) (left / SECOND);
  times[3] = (long) (left % SECOND);
  result = sys (SYS_timer_settime, timer, 0, (long) times, (long) old, 0, 0);
  if (was)
    *was = (uint64_t) old[2] * SECOND + (uint64_t) old[3];
  return result;
}

/* Set *TIMER to one on CLOCK that sends its signals to THREAD, with VALUE,
   after FIRST nanoseconds and then each PERIOD.  Returns 0 or an errno.  */

static int
make_timer (int32_t *timer, clockid_t clock, int32_t thread, void *value,
	    uint64_t first, uint64_t period)
{
  long result;

  notice.sigev_signo = cgrt_signals_number ();
  notice.sigev_notify_thread_id = thread;
  notice.sigev_value.sival_ptr = value;
  result = sys (SYS_timer_create, clock, (long) &notice, (long) timer, 0, 0,
		0);
  if (result < 0)
    return (int) -result;
  result = set_timer (*timer, first, period, NULL);
  if (result < 0)
    sys (SYS_timer_delete, *timer, 0, 0, 0, 0, 0);
  return (int) -result;
}

/* Give THREAD, whose time is the clock CPU, a timer, which expires after FIRST
   nanoseconds; not at all if that is 0.  Returns 0 or an errno.  */

static int
open_timer (struct cgrt_source *source, int32_t thread, clockid_t cpu,
	    uint64_t first)
{
  int is_cpu = cgrt_options.clock == CGPROF_CLOCK_CPU;
  int error = make_timer (&source->timer, is_cpu ? cpu : CLOCK_MONOTONIC,
			  thread, NULL, first, source->period);

  source->has_timer = !error;
  if (is_cpu && ARCH_CALLS)
    source->system = CGPROF_SYSTEM_SAMPLED;
  return error;
}

/* Let THREAD, whose time is the clock CPU, tick alone: its timer is one of the
   tickers.  Return whether it does.  */

static int
open_alone (struct cgrt_source *source, int32_t thread, clockid_t cpu)
{
  source->is_alone = tickers < most_tickers
		     && open_timer (source, thread, cpu, source->period) == 0;
  tickers += source->is_alone != 0;
  return source->is_alone;
}

/* Give THREAD, whose time is the clock CPU, a ticker if that can be, which
   expires after FIRST nanoseconds.  */

static void
open_ticker (struct cgrt_source *source, int32_t thread, clockid_t cpu,
	     uint64_t first)
{
  source->system = system_seen;
  if (system_seen != CGPROF_SYSTEM_SAMPLED)
    return;
  if (tickers < most_tickers
      && make_timer (&source->ticker, cpu, thread, &source->ticker, first,
		     source->tick_period) == 0)
    {
      source->has_ticker = 1;
      tickers++;
    }
  else
    source->system = CGPROF_SYSTEM_REFUSED;
}

int
cgrt_source_open (struct cgrt_source *source, int32_t thread, uint64_t least,
		  int alone, uint32_t *sampler)
{
  int error = ENOSYS;

  source->period = pick_period ();
  source->is_slow = source->period < least;
  if (source->is_slow)
    source->period = least;
  source->tick_period = source->period;
  source->is_eased = 0;
  source->system = CGPROF_SYSTEM_NONE;
  *sampler = CGPROF_SAMPLER_TIMER;
  if (alone && open_alone (source, thread, CLOCK_THREAD_CPUTIME_ID))
    return 0;
  if (cgrt_options.clock == CGPROF_CLOCK_CPU && !perf_refused)
    {
      error = open_perf (source, thread, source->period, 0);
      /* Other errors (limits on descriptors and locked memory) may
	 pass.  */
      perf_refused = error == ENOSYS || error == EACCES || error == ENOENT;
    }
  if (error)
    return open_timer (source, thread, CLOCK_THREAD_CPUTIME_ID,
		       source->period);
  *sampler = CGPROF_SAMPLER_PERF;
  open_ticker (source, thread, CLOCK_THREAD_CPUTIME_ID, source->period);
  return 0;
}

int
cgrt_source_may_ease (const struct cgrt_source *source)
{
  return !source->is_eased && source->light == CGRT_LIGHT_NONE
	 && (source->ring || (source->has_timer
			      && cgrt_options.clock == CGPROF_CLOCK_WALL));
}

void
cgrt_source_ease (struct cgrt_source *source, int32_t thread, uint64_t factor)
{
  uint64_t period = source->period * factor;
  void *ring = source->ring;

  source->is_eased = 1;
  if (!ring)
    set_timer (source->timer, period, period, NULL);
  else if (open_perf (source, thread, period, 0) == 0)
    sys_munmap (ring, ring_size);
  else
    {
      source->ring = ring;
      return;
    }
  source->period = period;
}

/* One in so many light sources has a perf event, and stands for all.  */
#define LIGHT_SHARE 8

/* The shortest period that the kernel takes.  */
#define LEAST_PERIOD 10000

int
cgrt_source_open_light (struct cgrt_source *source, int32_t thread,
			uint32_t *sampler)
{
  uint64_t first;

  if (cgrt_options.clock != CGPROF_CLOCK_CPU || perf_refused)
    return 0;
  /* All children of a process have its seed.  */
  seed += (uint64_t) thread * 0x9e3779b97f4a7c15u;
  source->tick_period = source->period = pick_period ();
  /* Expired from the start, so that the first tick finds it.  */
  open_ticker (source, thread, CLOCK_THREAD_CPUTIME_ID, 1);
  if (!source->has_ticker)
    return 0;
  *sampler = CGPROF_SAMPLER_PERF;
  source->is_slow = 0;
  source->is_eased = 0;
  source->light = CGRT_LIGHT_TICKS;
  if (draw () % LIGHT_SHARE == 0)
    {
      first = 1 + draw () % source->period;
      if (first < LEAST_PERIOD)
	first = LEAST_PERIOD;
      if (open_perf (source, thread, first, 1) == 0)
	source->light = CGRT_LIGHT_FIRST;
    }
  source->period *= LIGHT_SHARE;
  return 1;
}

void
cgrt_source_go_on (struct cgrt_source *source, int32_t thread)
{
  sys_munmap (source->ring, ring_size);
  source->ring = NULL;
  source->light = open_perf (source, thread, source->period / LIGHT_SHARE, 0)
		  ? CGRT_LIGHT_TICKS : CGRT_LIGHT_NEXT;
}

void
cgrt_source_move (struct cgrt_source *source, int32_t thread, int rests)
{
  clockid_t cpu = cgrt_threads_clock (thread);
  int has_ring = source->ring != NULL;
  int is_alone = source->is_alone;
  int has_timer = source->has_timer && !is_alone;
  int has_ticker = source->has_ticker;
  enum cgrt_light light = source->light;

  cgrt_source_close (source);
  source->light = light;
  if (has_ring)
    open_perf (source, thread, light == CGRT_LIGHT_NONE
	       ? source->period : source->period / LIGHT_SHARE,
	       light == CGRT_LIGHT_FIRST);
  if (is_alone)
    open_alone (source, thread, cpu);
  if (has_timer)
    open_timer (source, thread, cpu, rests ? 0 : source->period);
  if (has_ticker)
    open_ticker (source, thread, cpu, source->tick_period);
}

int
cgrt_source_has_choice (const struct cgrt_source *source)
{
  return !perf_refused && cgrt_options.clock == CGPROF_CLOCK_CPU
	 && (source->has_timer || source->has_ticker);
}

/* What perf events cost at a switch beside setting the processor's timer,
   nanoseconds: measured as the difference that one of 100 ms makes, which is
   hardly ever the first to expire.  */
#define EVENT_COST 1000

/* A timer that is set to expire so soon is the processor's next, unless a tick
   comes before; in the second case never.  Of so many differences less than a
   quarter are before a tick, where setting the processor's takes long; others
   take longer still by chance.  Nanoseconds.  */
#define SOON 50000
#define LATE SECOND
#define DIFFERENCES 17

/* Return how long it takes to set TIMER to LEFT nanoseconds and to clear
   it.  */

static int64_t
time_setting (int32_t timer, uint64_t left)
{
  uint64_t begin = sys_clock (CLOCK_MONOTONIC);

  set_timer (timer, left, 0, NULL);
  set_timer (timer, 0, 0, NULL);
  return (int64_t) (sys_clock (CLOCK_MONOTONIC) - begin);
}

uint64_t
cgrt_source_switch_cost (void)
{
  int64_t sorted[DIFFERENCES], *quartile = &sorted[DIFFERENCES / 4];
  int32_t timer;

  /* If it expires, that is taken for one period of ours.  */
  if (make_timer (&timer, CLOCK_MONOTONIC, (int32_t) sys_gettid (), NULL, 0,
		  0) != 0)
    return EVENT_COST;
  for (int i = 0, at; i < DIFFERENCES; i++)
    {
      int64_t soon = time_setting (timer, SOON);
      int64_t more = soon - time_setting (timer, LATE);
      for (at = i; at > 0 && sorted[at - 1] > more; at--)
	sorted[at] = sorted[at - 1];
      sorted[at] = more;
    }
  sys (SYS_timer_delete, timer, 0, 0, 0, 0, 0);
  return EVENT_COST + (uint64_t) (*quartile > 0 ? *quartile : 0);
}

uint32_t
cgrt_source_tick (const struct cgrt_source *source)
{
  return source->has_ticker
	 || (source->has_timer && cgrt_options.clock == CGPROF_CLOCK_CPU)
	 ? tick : 0;
}

int
cgrt_source_has_ticked (const struct cgrt_source *source,
			const siginfo_t *info)
{
  return info->si_code == SI_TIMER
	 && info->si_value.sival_ptr == &source->ticker;
}

void
cgrt_source_delay (const struct cgrt_source *source, uint64_t left)
{
  set_timer (source->ticker, left, source->tick_period, NULL);
}

/* Set *TIMER to the timer of SOURCE by the processor's clock.  Return whether
   it has one.  */

static int
find_cpu_timer (const struct cgrt_source *source, int32_t *timer)
{
  *timer = source->has_ticker ? source->ticker : source->timer;
  return source->has_ticker
	 || (source->has_timer && cgrt_options.clock == CGPROF_CLOCK_CPU);
}

uint64_t
cgrt_source_put_off (const struct cgrt_source *source, uint64_t least)
{
  uint64_t left;
  int32_t timer;

  if (!find_cpu_timer (source, &timer))
    return 0;
  set_timer (timer, least + source->tick_period, source->tick_period, &left);
  if (!left)
    set_timer (timer, 0, 0, NULL);
  return left;
}

void
cgrt_source_put_back (const struct cgrt_source *source, uint64_t left)
{
  int32_t timer;

  if (find_cpu_timer (source, &timer))
    set_timer (timer, left, source->tick_period, NULL);
}

int
cgrt_source_is_open (const struct cgrt_source *source)
{
  return source->ring || source->has_timer || source->has_ticker;
}

void
cgrt_source_close (struct cgrt_source *source)
{
  if (source->ring)
    sys_munmap (source->ring, ring_size);
  if (source->has_timer)
    sys (SYS_timer_delete, source->timer, 0, 0, 0, 0, 0);
  if (source->has_ticker)
    sys (SYS_timer_delete, source->ticker, 0, 0, 0, 0, 0);
  cgrt_source_forget (source);
}

void
cgrt_source_forget (struct cgrt_source *source)
{
  source->ring = NULL;
  source->has_timer = 0;
  source->light = CGRT_LIGHT_NONE;
  tickers -= source->has_ticker || source->is_alone;
  source->has_ticker = 0;
  source->is_alone = 0;
}

uint64_t
cgrt_source_rest (const struct cgrt_source *source)
{
  uint64_t left;

  set_timer (source->timer, 0, 0, &left);
  return left == 0 || left > source->period ? source->period : left;
}

long
cgrt_source_resume (const struct cgrt_source *source, uint64_t left)
{
  return set_timer (source->timer, left, source->period, NULL);
}
