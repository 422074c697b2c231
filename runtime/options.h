/* What the environment asks of the runtime.

   SPDX-License-Identifier: MIT  */

#ifndef CGPROF_RUNTIME_OPTIONS_H
#define CGPROF_RUNTIME_OPTIONS_H

#include <stdint.h>

struct cgrt_options
{
  char out[4096];		/* Pattern of the profile's name.  */
  uint32_t rate;		/* Samples a second.  */
  uint32_t clock;		/* enum cgprof_clock.  */
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

#endif /* CGPROF_RUNTIME_OPTIONS_H */
