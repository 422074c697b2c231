/* Leaving signals of the program's to the thread that waits for them.

   SPDX-License-Identifier: MIT

   Whether a pending signal was sent to the process or to this thread cannot be
   found out without opening a file.  So the time to wait is learnt: each wait
   in which no thread took the signal makes the next one shorter.  */

#include "sample/give-way.h"

#include <stdint.h>
#include <time.h>

#include "base/sys.h"
#include "sample/threads.h"

/* Nanoseconds.  */
#define STEP 50000
#define LEAST STEP
#define MOST 32000000

static long patience = MOST;

/* The signals that the return to CONTEXT would bring, but our own SIGNAL.  */

static uint64_t
find_pending (const ucontext_t *context, int signal)
{
  const uint64_t *blocked = (const uint64_t *) &context->uc_sigmask;
  return sys_pending () & ~(*blocked | 1ull << (signal - 1));
}

void
cgrt_give_way (const ucontext_t *context, int signal)
{
  static const struct timespec step = { 0, STEP };
  uint64_t pending;
  long limit, waited = 0;

  if (cgrt_threads_count () < 2)
    return;
  pending = find_pending (context, signal);
  if (!pending)
    return;
  limit = __atomic_load_n (&patience, __ATOMIC_RELAXED);
  do
    {
      sys (SYS_nanosleep, (long) &step, 0, 0, 0, 0, 0);
      waited += STEP;
    }
  while (waited < limit && (find_pending (context, signal) & pending));
  limit = waited < limit ? 2 * limit : limit / 2;
  if (limit < LEAST)
    limit = LEAST;
  __atomic_store_n (&patience, limit < MOST ? limit : MOST, __ATOMIC_RELAXED);
}
