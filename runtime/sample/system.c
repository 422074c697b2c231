/* System time: what a thread was doing in the kernel.

   SPDX-License-Identifier: MIT

   A page fault returns to the instruction that met it, which looks like any
   other.  It is known by the sums: since the last signal there were page
   faults, and the thread's time was mostly system time.  With a kernel that
   counts ticks it is all or nothing.  */

#include "sample/system.h"

#include <sys/resource.h>

#include "base/arch.h"
#include "base/sys.h"
#include <cgprof/format.h>
#include "sample/resume.h"

#ifndef RUSAGE_THREAD
#define RUSAGE_THREAD 1
#endif

/* The kernel's own struct rusage: longs.  */
enum
{
  USER_SECONDS, USER_MICROSECONDS, SYSTEM_SECONDS, SYSTEM_MICROSECONDS,
  MINOR_FAULTS = 8, MAJOR_FAULTS, VOLUNTARY_SWITCHES = 16,
  USAGE_WORDS = 18
};

static uint64_t
get_time (const long *words)
{
  return (uint64_t) words[0] * 1000000000u + (uint64_t) words[1] * 1000;
}

/* Set USAGE to that of the calling thread.  */

static void
get_usage (long usage[USAGE_WORDS])
{
  for (int i = 0; i < USAGE_WORDS; i++)
    usage[i] = 0;
  sys (SYS_getrusage, RUSAGE_THREAD, (long) usage, 0, 0, 0, 0);
}

/* Set USER, SYSTEM, LATELY and FAULTS of SYSTEM to those of the calling
   thread.  */

static void
look (struct cgrt_system *system)
{
  long usage[USAGE_WORDS];
  uint64_t before = system->system;

  get_usage (usage);
  system->user = get_time (usage + USER_SECONDS);
  system->system = get_time (usage + SYSTEM_SECONDS);
  system->lately = system->system - before;
  system->faults = (uint64_t) usage[MINOR_FAULTS]
		   + (uint64_t) usage[MAJOR_FAULTS];
}

void
cgrt_system_begin (struct cgrt_system *system)
{
  look (system);
  system->counted = system->system;
  system->cpu = sys_clock (CLOCK_THREAD_CPUTIME_ID);
}

void
cgrt_system_tick (struct cgrt_system *system, struct cgprof_thread *record,
		  uint64_t now, uint64_t left)
{
  record->ticks++;
  if (now > system->cpu)
    record->ticks_cpu += now - system->cpu;
  system->cpu = now + left;
}

/* One part in so many of a thread's time is hardly any: sampling itself takes
   a virtual machine half of that.  */
#define RARE 20

int
cgrt_system_is_rare (const struct cgrt_system *system)
{
  return !system->lately
	 && system->system * RARE < system->user + system->system;
}

uint64_t
cgrt_system_waits (void)
{
  long usage[USAGE_WORDS];

  get_usage (usage);
  return (uint64_t) usage[VOLUNTARY_SWITCHES];
}

uint64_t
cgrt_system_find_wait (const ucontext_t *context)
{
  return cgrt_resume_fits (context) ? arch_pc (context)
				    : arch_call_again (context);
}

uint64_t
cgrt_system_find (struct cgrt_system *system, const ucontext_t *context)
{
  struct cgrt_system before = *system;
  uint64_t pc = arch_pc (context);

  if (!ARCH_CALLS)
    return 0;
  look (system);
  if (arch_is_behind_call (context))
    return pc;
  /* A return address is behind its instruction.  */
  return system->faults != before.faults
	 && system->system - before.system > system->user - before.user
	 ? pc + 1 : 0;
}

uint64_t
cgrt_system_rest (const struct cgrt_system *system)
{
  /* Below 0 it would be a weight that is written without end.  */
  return system->system > system->counted ? system->system - system->counted
	 : 0;
}

void
cgrt_system_count (struct cgrt_system *system)
{
  system->counted = system->system;
}
