/* The scout: finds threads that run no counted code.

   SPDX-License-Identifier: MIT  */

#include "sample/scout.h"

#include <time.h>

#include "base/kernel.h"
#include "base/sys.h"
#include "sample/threads.h"
#include "sample/unknown.h"

/* Time of the process between two signals, nanoseconds: little after a
   thread was found, as those beside it may not be, then twice as much each
   time.  The kernel's tick may make it more.  And up to half as much more at
   random: it ends when a tick adds to the process's time, and if it were a
   multiple of the ticks' that would be the same processor's each time.  It is
   never less than so many periods of samples, so that known threads that run
   put it off in time.  */
#define LEAST 16000000
#define LEAST_PERIODS 4
#define MOST 64000000

/* A sample puts the signal off if this part of that time has passed.  */
#define PUT_OFFS 4

/* The first kernel that gives the signal to the thread that runs.  */
#define FIRST_RELEASE 6
#define FIRST_VERSION 4

#define LOOKS 4			/* In that time, at most.  */

#define SOON 100000		/* If it should have come meanwhile.  */

/* Nanoseconds that unknown threads must have run since the last signal to be
   worth a look.  */
#define SOME 2000000

static int timer;
static int has_timer;
static int wanted;		/* The signal to send, or 0.  */
static int yielded;		/* How many do not want it to come.  */
static long least;		/* The least interval here.  */
static long interval;
static uint64_t met;		/* The process's time when it last came, or was
				   put off.  */
static uint64_t looked;		/* Its time at the last look for threads that
				   are not known, and at the last for their
				   running.  */
static uint64_t asked;
static uint64_t others;		/* The time of unknown threads, and of known
				   ones that have ended, when last asked.  */

/* Let the timer expire once, after TIME: the next time is chosen when the
   signal has been taken, however long that was blocked.  */

static long
set_timer (long time)
{
  long times[4] = { 0, 0, time / 1000000000, time % 1000000000 };
  return sys (SYS_timer_settime, timer, 0, (long) times, 0, 0, 0);
}

/* Time until the signal may come, negative if that is over.  */

static int64_t
time_left (void)
{
  return (int64_t) (__atomic_load_n (&met, __ATOMIC_RELAXED)
		    + (uint64_t) interval
		    - sys_clock (CLOCK_PROCESS_CPUTIME_ID));
}

static void
end (void)
{
  cgrt_unknown_end ();
  if (has_timer)
    sys (SYS_timer_delete, timer, 0, 0, 0, 0, 0);
  has_timer = 0;
}

/* Let the signal come after LEFT, or soon if that is over.  */

static void
begin (int64_t left)
{
  static struct sigevent notice;

  if (!wanted || yielded
      || !cgrt_kernel_is_from (FIRST_RELEASE, FIRST_VERSION))
    return;
  notice.sigev_notify = SIGEV_SIGNAL;
  notice.sigev_signo = wanted;
  notice.sigev_value.sival_ptr = &timer;
  if (sys (SYS_timer_create, CLOCK_PROCESS_CPUTIME_ID, (long) &notice,
	   (long) &timer, 0, 0, 0) != 0)
    return;
  has_timer = 1;
  cgrt_unknown_allow ();
  if (set_timer (left > 0 ? (long) left : SOON) != 0)
    end ();
}

void
cgrt_scout_start (int signal, uint64_t period, int yield)
{
  end ();
  least = LEAST_PERIODS * period > LEAST ? (long) (LEAST_PERIODS * period)
	  : LEAST;
  interval = least;
  met = sys_clock (CLOCK_PROCESS_CPUTIME_ID);
  looked = met;
  asked = met;
  others = met - cgrt_threads_time ();
  wanted = signal;
  yielded = yield;
  begin (interval);
}

void
cgrt_scout_change (int signal)
{
  end ();
  wanted = signal;
  begin (time_left ());
}

void
cgrt_scout_forget (void)
{
  has_timer = 0;
  cgrt_unknown_start ();
}

void
cgrt_scout_stop (void)
{
  wanted = 0;
  end ();
}

void
cgrt_scout_yield (void)
{
  yielded++;
  end ();
}

void
cgrt_scout_return (void)
{
  if (--yielded == 0)
    begin (time_left ());
}

/* Let the signal come after NEXT and up to half as much more.  Several threads
   may do so at once, which does no harm: one of their times holds.  */

static void
wait_for (long next)
{
  uint64_t now = sys_clock (CLOCK_PROCESS_CPUTIME_ID);

  __atomic_store_n (&met, now, __ATOMIC_RELAXED);
  if (!has_timer)
    return;
  interval = next;
  set_timer (next + (long) (now % (uint64_t) (next / 2)));
}

static long
longer (void)
{
  long next = interval;
  return next < MOST ? next * 2 : next;
}

/* Whether unknown threads have run since this was last asked.  */

static int
have_others_run (void)
{
  uint64_t time = sys_clock (CLOCK_PROCESS_CPUTIME_ID) - cgrt_threads_time ();
  uint64_t before = __atomic_exchange_n (&others, time, __ATOMIC_RELAXED);
  return (int64_t) (time - before) > SOME;
}

/* Have unknown threads watched if they run.  */

static void
watch (void)
{
  __atomic_store_n (&asked, sys_clock (CLOCK_PROCESS_CPUTIME_ID),
		    __ATOMIC_RELAXED);
  if (have_others_run ())
    cgrt_unknown_watch (wanted);
}

void
cgrt_scout_met (int found)
{
  if (!found)
    watch ();
  wait_for (found ? least : longer ());
}

void
cgrt_scout_sampled (void)
{
  uint64_t step = (uint64_t) interval, now;

  if (!has_timer)
    return;
  now = sys_clock (CLOCK_PROCESS_CPUTIME_ID);
  if (now - __atomic_load_n (&met, __ATOMIC_RELAXED) < step / PUT_OFFS)
    return;
  if (now - __atomic_load_n (&asked, __ATOMIC_RELAXED) < step)
    wait_for (interval);
  else
    {
      watch ();
      wait_for (longer ());
    }
}

void
cgrt_scout_put_off (void)
{
  if (has_timer)
    set_timer (MOST);
}

void
cgrt_scout_look (void)
{
  uint64_t step = (uint64_t) interval / LOOKS, now;

  if (!has_timer)
    return;
  now = sys_clock (CLOCK_PROCESS_CPUTIME_ID);
  if (now - looked < step
      || now - __atomic_load_n (&met, __ATOMIC_RELAXED) < step)
    return;
  looked = now;
  if (cgrt_threads_are_all ())
    wait_for (longer ());
}

int
cgrt_scout_sent (const siginfo_t *info)
{
  return (info->si_code == SI_TIMER && info->si_value.sival_ptr == &timer)
	 || cgrt_unknown_sent (info);
}
