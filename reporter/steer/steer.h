/* Steering the counts of running programs, by their profile alone.

   SPDX-License-Identifier: GPL-3.0-or-later

   Counts are never touched: copies of them (images) are put into the profile,
   and whoever reads it subtracts these (cgprof/format.h, struct cgprof_image).
   So no thread is stopped, no signal is sent, and a program that sleeps, is
   stopped or may make no system calls is steered like any other.

   What is exact: a call that was made before a request began counts as of the
   time before, one that is made after its end as of the time after, each call
   site and each thread by itself.  Between the two moments counters are copied
   one after another.  */

#ifndef CGPROF_STEER_STEER_H
#define CGPROF_STEER_STEER_H

#include "steer/live.h"

#include <sys/types.h>

enum steer_request
{
  STEER_START,
  STEER_STOP,
  STEER_RESET
};

/* Do what REQUEST says with the counts of process PID and of what it has
   forked, or of all processes of LIVE if it is 0.  To stop what is stopped or
   start what is not does nothing.  Return false, after a message, if that
   cannot be.  */
bool steer_change (struct live *live, pid_t pid, enum steer_request request);

/* Make a mark with NAME, of process PID or, if it is 0, of the oldest one.
   Return false, after a message, if that cannot be.  */
bool steer_mark (struct live *live, pid_t pid, const char *name);

#endif /* CGPROF_STEER_STEER_H */
