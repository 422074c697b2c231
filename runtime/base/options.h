/* What the environment asks of the runtime.

   SPDX-License-Identifier: MIT  */

#ifndef CGPROF_RUNTIME_BASE_OPTIONS_H
#define CGPROF_RUNTIME_BASE_OPTIONS_H

#include <stdint.h>

enum cgrt_stacks
{
  CGRT_STACKS_NO,
  CGRT_STACKS_YES,
  CGRT_STACKS_POINTERS		/* By frame pointers.  */
};

struct cgrt_options
{
  char out[4096];		/* Pattern of the profile's name.  */
  uint32_t rate;		/* Samples a second.  */
  uint32_t clock;		/* enum cgprof_clock.  */
  int stacks;			/* enum cgrt_stacks.  */
  uint64_t contexts;		/* So many at most in a thread.  */
  int gmon;			/* Whether gmon.out is wanted.  */
  char gmon_prefix[4096];	/* GMON_OUT_PREFIX, or empty.  */
  int dump;			/* Signal that asks for a dump, or 0.  */
};

extern struct cgrt_options cgrt_options;

/* Read CGPROF_OPTIONS and CGPROF_OUT.  What is wrong in them is told in
   one line each and ignored.  Normal context.  */
void cgrt_options_read (void);

/* Return environment variable NAME, NULL if it is not set or empty, or if
   the program runs with more rights than its user.  Normal context.  */
const char *cgrt_options_environment (const char *name);

#endif /* CGPROF_RUNTIME_BASE_OPTIONS_H */
