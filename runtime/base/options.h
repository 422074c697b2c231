/* The runtime's options, read from the environment.

   SPDX-License-Identifier: MIT  */

#ifndef CGPROF_RUNTIME_BASE_OPTIONS_H
#define CGPROF_RUNTIME_BASE_OPTIONS_H

#include <stdint.h>

enum cgrt_stacks
{
  CGRT_STACKS_NO,
  CGRT_STACKS_YES,
  CGRT_STACKS_POINTERS		/* Walked by frame pointers.  */
};

enum cgrt_children
{
  CGRT_CHILDREN_SUM,		/* In the parent's profile; in the place of one
				   that has ended, if there is one.  */
  CGRT_CHILDREN_APART,		/* There, each in a place of its own.  */
  CGRT_CHILDREN_FILES		/* Each in a file of its own.  */
};

/* When something is to be done.  */
struct cgrt_moment
{
  uint64_t time;		/* Nanoseconds after the start; 0: at none.  */
  int by_signal;		/* At each signal.  */
};

struct cgrt_options
{
  char out[4096];		/* Pattern of the profile's name, see
				   cgrt_name_expand.  */
  uint32_t rate;		/* Samples a second, */
  int eases;			/* though of a thread that has had many there
				   are fewer.  */
  uint32_t clock;		/* enum cgprof_clock.  */
  int stacks;			/* enum cgrt_stacks.  */
  uint64_t contexts;		/* Most contexts that a thread may have.  */
  uint64_t times;		/* Most samples of a thread whose times are
				   kept; 0: no time is.  */
  int children;			/* enum cgrt_children: where forked children
				   count.  */
  int gmon;			/* Whether to write gmon.out.  */
  char gmon_prefix[4096];	/* GMON_OUT_PREFIX, or empty.  */
  uint32_t rank;		/* In the MPI job that the process is of, plus
				   1; 0: it is of none.  */
  int dump;			/* Signal at which the profile is written while
				   the program runs, or 0, */
  int mark;			/* and at which a mark is made.  */
  struct cgrt_moment start;	/* When counting begins; at once if there is
				   nothing.  */
  struct cgrt_moment stop;	/* When it ends.  */
  int signal;			/* What such a moment's signal is.  */
};

extern struct cgrt_options cgrt_options;

/* Set cgrt_options from CGPROF_OPTIONS, CGPROF_OUT, GMON_OUT_PREFIX and what
   starters of MPI jobs leave in the environment, with defaults for what they
   leave open.  What is wrong in them is ignored, with a message.  Not in a
   signal handler.  */
void cgrt_options_read (void);

/* Return the value of the environment variable NAME, or NULL if it is not set,
   if it is empty, or if the program runs with more rights than its user.  Not
   in a signal handler.  */
const char *cgrt_options_environment (const char *name);

#endif /* CGPROF_RUNTIME_BASE_OPTIONS_H */
