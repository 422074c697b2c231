/* Leaving signals to the thread they were meant for.

   SPDX-License-Identifier: MIT

   Whether a pending signal is the process's or this thread's own is not to
   be had without opening a file.  So how long to wait is learnt: a wait that
   was for nothing makes the next ones shorter.  Our own signal is the
   process's if it is the scout's; the thread that it woke must get it, for
   only the handler can go on with the call that it made fail.  */

#include "give-way.h"

#include <stdint.h>
#include <time.h>

#include "scout.h"
#include "sys.h"
#include "threads.h"

/* Nanoseconds.  */
#define STEP 50000
#define LEAST STEP
#define MOST 32000000

/* For signals of the program, and for ours.  */
static long patience[2] = { MOST, MOST };

/* The signals that the return to CONTEXT would bring.  */

static uint64_t
find_pending (const ucontext_t *context)
{
  const uint64_t *blocked = (const uint64_t *) &context->uc_sigmask;
  return sys_pending () & ~*blocked;
}

void
cgrt_give_way (const ucontext_t *context, int signal)
{
  static const struct timespec step = { 0, STEP };
  uint64_t pending;
  long *learnt, limit, waited = 0;
  int ours;

  if (cgrt_threads_count () < 2)
    return;
  pending = find_pending (context);
  ours = pending == 1ull << (signal - 1);
  if (!pending || (ours && !cgrt_scout_due ()))
    return;
  learnt = &patience[ours];
  limit = __atomic_load_n (learnt, __ATOMIC_RELAXED);
  do
    {
      sys (SYS_nanosleep, (long) &step, 0, 0, 0, 0, 0);
      waited += STEP;
    }
  while (waited < limit && (find_pending (context) & pending));
  limit = waited < limit ? 2 * limit : limit / 2;
  if (limit < LEAST)
    limit = LEAST;
  __atomic_store_n (learnt, limit < MOST ? limit : MOST, __ATOMIC_RELAXED);
}
