/* Unknown threads: timers on the CPU clocks of threads that run no counted
   code.

   SPDX-License-Identifier: MIT  */

#include "sample/unknown.h"

#include <time.h>

#include "base/memory.h"
#include "base/sys.h"
#include "sample/threads.h"

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

#define MOST 16			/* Threads that are watched at a time.  */
#define SOON 100000		/* Nanoseconds of the thread's time.  */
#define SOME 1000000		/* Who has run for less is not watched: many
				   threads do no more than wait.  */

/* Timers are set and deleted by several threads at once, in their
   handlers.  */
enum state
{
  FREE,
  BUSY,				/* Being set or deleted.  */
  SET				/* It may have expired.  */
};

static CGRT_BUFFER struct
{
  enum state state;
  int timer;
  struct sigevent notice;	/* Not of the handler: clearing it there might
				   call memset.  */
} timers[MOST];

static int allowed;
static int used;		/* Whether any was set.  Most processes never
				   touch their pages.  */
static uint32_t turn;		/* How many unknown threads had theirs.  */

/* Make the timer of INDEX, which is in state FROM, BUSY, so that only the
   caller may touch it.  Return whether it was.  */

static int
take (uint32_t index, enum state from)
{
  return __atomic_compare_exchange_n (&timers[index].state, &from, BUSY, 0,
				      __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
}

static void
delete (uint32_t index)
{
  if (!take (index, SET))
    return;
  sys (SYS_timer_delete, timers[index].timer, 0, 0, 0, 0, 0);
  __atomic_store_n (&timers[index].state, FREE, __ATOMIC_SEQ_CST);
}

/* Have SIGNAL sent to THREAD by the timer of INDEX, if that is free.  */

static void
set (uint32_t index, int32_t thread, int signal)
{
  struct sigevent *notice = &timers[index].notice;
  const long times[4] = { 0, 0, 0, SOON };
  enum state state = FREE;

  __atomic_store_n (&used, 1, __ATOMIC_SEQ_CST);
  if (!take (index, FREE))
    return;
  notice->sigev_notify = SIGEV_THREAD_ID;
  notice->sigev_signo = signal;
  notice->sigev_notify_thread_id = thread;
  notice->sigev_value.sival_ptr = &timers[index];
  if (sys (SYS_timer_create, cgrt_threads_clock (thread), (long) notice,
	   (long) &timers[index].timer, 0, 0, 0) == 0)
    {
      sys (SYS_timer_settime, timers[index].timer, 0, (long) times, 0, 0, 0);
      state = SET;
    }
  __atomic_store_n (&timers[index].state, state, __ATOMIC_SEQ_CST);
  /* Timers have been ended meanwhile.  */
  if (!__atomic_load_n (&allowed, __ATOMIC_SEQ_CST))
    delete (index);
}

void
cgrt_unknown_start (void)
{
  for (uint32_t i = 0; used && i < MOST; i++)
    __atomic_store_n (&timers[i].state, FREE, __ATOMIC_RELAXED);
  used = 0;
  __atomic_store_n (&turn, 0, __ATOMIC_RELAXED);
}

void
cgrt_unknown_watch (int signal)
{
  int32_t threads[MOST];
  uint32_t first = __atomic_load_n (&turn, __ATOMIC_RELAXED);
  uint32_t found = cgrt_threads_unknown (threads, SOME, first, MOST);

  __atomic_store_n (&turn, found < MOST ? 0 : first + MOST, __ATOMIC_RELAXED);
  for (uint32_t i = 0; i < MOST; i++)
    {
      delete (i);
      if (i < found)
	set (i, threads[i], signal);
    }
}

void
cgrt_unknown_end (void)
{
  __atomic_store_n (&allowed, 0, __ATOMIC_SEQ_CST);
  for (uint32_t i = 0;
       __atomic_load_n (&used, __ATOMIC_SEQ_CST) && i < MOST; i++)
    delete (i);
}

void
cgrt_unknown_allow (void)
{
  __atomic_store_n (&allowed, 1, __ATOMIC_SEQ_CST);
}

int
cgrt_unknown_sent (const siginfo_t *info)
{
  uintptr_t from = (uintptr_t) timers;
  uintptr_t value = (uintptr_t) info->si_value.sival_ptr;

  return info->si_code == SI_TIMER && value - from < sizeof timers;
}
