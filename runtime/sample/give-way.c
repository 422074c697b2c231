/* Leaving signals of the program's to the thread that waits for them.

   SPDX-License-Identifier: MIT

   The time to wait is learnt: each wait in which no thread took the signal
   makes the next one shorter.  All of it is short, as a handler must be: other
   handlers of the program's wait meanwhile.  */

#include "sample/give-way.h"

#include <fcntl.h>
#include <stdint.h>
#include <time.h>

#include "base/sys.h"
#include "sample/threads.h"

/* Nanoseconds.  */
#define STEP 50000
#define LEAST STEP
#define MOST 200000

static long patience = MOST;

/* The signals that the return to CONTEXT would bring, but our own SIGNAL.  */

static uint64_t
find_pending (const ucontext_t *context, int signal)
{
  const uint64_t *blocked = (const uint64_t *) &context->uc_sigmask;
  return sys_pending () & ~(*blocked | 1ull << (signal - 1));
}

/* The signals that are pending for the process, not for a thread alone: after
   this mark in the file.  All, if that cannot be read.  */

static uint64_t
find_shared (void)
{
  static const char mark[] = "\nShdPnd:\t";
  uint64_t set = 0;
  unsigned matched = 0, digits = 0;
  char part[128];
  long length = 0;
  int fd = (int) sys_open ("/proc/thread-self/status", O_RDONLY | O_CLOEXEC,
			   0);

  if (fd < 0)
    return UINT64_MAX;
  while (digits < 16
	 && (length = sys (SYS_read, fd, (long) part, sizeof part,
			   0, 0, 0)) > 0)
    for (long i = 0; i < length && digits < 16; i++)
      {
	unsigned char letter = (unsigned char) part[i];
	if (matched == sizeof mark - 1)
	  {
	    set = set << 4 | (letter <= '9' ? letter - 48u : letter - 87u);
	    digits++;
	  }
	else if (letter == (unsigned char) mark[matched])
	  matched++;
	else
	  matched = letter == '\n';
      }
  sys_close (fd);
  return digits == 16 ? set : UINT64_MAX;
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
  /* What was sent to this thread no other can take.  */
  if (!pending || !(pending &= find_shared ()))
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
