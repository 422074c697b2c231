/* Sampling: where each thread spends its time.

   SPDX-License-Identifier: MIT  */

#ifndef CGPROF_RUNTIME_SAMPLE_SAMPLING_H
#define CGPROF_RUNTIME_SAMPLE_SAMPLING_H

#include <signal.h>
#include <stdint.h>

struct cgrt_place;

/* What tells that a sample is due (sampling.c says why that one).  */
#define CGRT_SAMPLING_SIGNAL SIGURG

/* What makes the signals of one place's thread.  */
struct cgrt_sampler
{
  void *ring;			/* Of a perf event, or NULL.  */
  int32_t timer;		/* Kernel's timer id, if HAS_TIMER.  */
  int32_t has_timer;
  uint64_t period;		/* Nanoseconds a signal stands for.  */

  /* After a stack that took long to walk: periods that ended meanwhile,
     periods until the next is walked, how many of them count for that one,
     their nanoseconds so far, and the last stack's entry.  */
  uint64_t own;
  uint64_t pause;
  uint64_t half;
  uint64_t carried;
  uint64_t last;

  /* While the handler finishes a call (resume.h): when that began,
     nanoseconds of CLOCK_MONOTONIC, else 0; and how many periods of it have
     been counted.  */
  uint64_t since;
  uint64_t settled;

  /* While the timer stands still (waits.h): when it would have expired last,
     or 0; and where the program goes on that told of it.  Whether the thread
     is not to be sampled while it blocks the signal, whether it has made the
     scout yield, whether the signal is let in though the program blocks it
     (mask.h), and whether it is to be asked again if that is so.  */
  uint64_t stopped;
  uint64_t caller;
  int32_t held;
  int32_t yields;
  int32_t opened;
  int32_t closed;

  /* Whether the handler takes a sample, and periods that ended meanwhile.  */
  int32_t sampling;
  uint64_t missed;
};

/* Whether the thread of PLACE gets signals when samples are due.  */
int cgrt_sampling_runs (const struct cgrt_place *place);

/* Send the signal with INFO, which is none of ours, again: to the calling
   thread if it was for that, else to the process.  */
void cgrt_sampling_send_again (const siginfo_t *info);

/* Take the signal, unless the program has it or no sampling is wanted, and
   say so in the profile's header.  Once; normal context.  */
void cgrt_sampling_start (void);

/* Count for threads that wait in the handler what they have waited so far.
   Any context.  */
void cgrt_sampling_settle (void);

/* Let later signals pass unnoticed.  */
void cgrt_sampling_stop (void);

/* Likewise, and no thread gets a signal any more.  Returns whether there was
   any sampling.  Needs cgrt_memory_lock.  */
int cgrt_sampling_leave (void);

/* Begin to sample the calling thread, which has just got PLACE; what its
   predecessor left is cleared away.  If the program has taken the signal
   meanwhile, sampling ends for all threads.  Needs cgrt_memory_lock.  */
void cgrt_sampling_arm (struct cgrt_place *place);

/* Do not sample the calling thread, PLACE's, until it is armed again.  Needs
   cgrt_memory_lock.  */
void cgrt_sampling_hold (struct cgrt_place *place);

/* From now on, sample no thread that blocks the signal when it is armed: a
   descriptor may show it what is pending.  Needs cgrt_memory_lock.  */
void cgrt_sampling_avoid_blocked (void);

/* Whether INFO, of the signal, can be of a sample.  */
int cgrt_sampling_sent (const siginfo_t *info);

/* In a forked child: the kernel has already taken the sampler away.  */
void cgrt_sampling_forget (struct cgrt_place *place);

/* Likewise, for the whole process: look for its threads again.  */
void cgrt_sampling_fork (void);

#endif /* CGPROF_RUNTIME_SAMPLE_SAMPLING_H */
