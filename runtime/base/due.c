/* What is to be done at certain times.

   SPDX-License-Identifier: MIT  */

#include "base/due.h"

#include <signal.h>
#include <time.h>

#include "base/sys.h"

#define TICK 4000000		/* Nanoseconds of the process's time.  */

uint64_t cgrt_due_time;

/* The two things, in the order of their times.  */
static struct
{
  uint64_t time;		/* 0: never.  */
  void (*act) (void);
} things[2];

#define THINGS (sizeof things / sizeof *things)

static int timer;
static int ticks;		/* There is the timer.  Atomic.  */

void
cgrt_due_start (uint64_t first, void (*begin) (void), uint64_t last,
		void (*end) (void))
{
  uint64_t now = sys_clock (CLOCK_MONOTONIC);
  unsigned begins = last && (!first || last < first);

  things[begins].time = first ? now + first : 0;
  things[begins].act = begin;
  things[!begins].time = last ? now + last : 0;
  things[!begins].act = end;
  for (unsigned i = 0; i < THINGS && !cgrt_due_time; i++)
    cgrt_due_time = things[i].time;
}

void
cgrt_due_tick (int signal)
{
  struct sigevent notice = { 0 };
  const long times[4] = { 0, TICK, 0, TICK };

  __atomic_store_n (&ticks, 0, __ATOMIC_RELAXED);
  if (!signal || !cgrt_due_is_set ())
    return;
  notice.sigev_notify = SIGEV_SIGNAL;
  notice.sigev_signo = signal;
  if (sys (SYS_timer_create, CLOCK_PROCESS_CPUTIME_ID, (long) &notice,
	   (long) &timer, 0, 0, 0) != 0)
    return;
  sys (SYS_timer_settime, timer, 0, (long) times, 0, 0, 0);
  __atomic_store_n (&ticks, 1, __ATOMIC_RELAXED);
}

int
cgrt_due_ticks (void)
{
  return __atomic_load_n (&ticks, __ATOMIC_RELAXED);
}

/* Delete the timer if there is one.  Return whether there was.  */

static int
stop_ticks (void)
{
  if (!__atomic_exchange_n (&ticks, 0, __ATOMIC_RELAXED))
    return 0;
  sys (SYS_timer_delete, timer, 0, 0, 0, 0, 0);
  return 1;
}

void
cgrt_due_move (int signal)
{
  if (stop_ticks ())
    cgrt_due_tick (signal);
}

void
cgrt_due_look (void)
{
  uint64_t now = sys_clock (CLOCK_MONOTONIC);

  for (unsigned i = 0; i < THINGS; i++)
    {
      uint64_t time = things[i].time, next;
      if (!time || time > now)
	continue;
      next = i + 1 < THINGS ? things[i + 1].time : 0;
      /* Another thread may do it.  */
      if (__atomic_compare_exchange_n (&cgrt_due_time, &time, next, 0,
				       __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
	things[i].act ();
    }
  if (!cgrt_due_is_set ())
    stop_ticks ();
}
