/* Two models side by side: which function, arc and call site of one is which
   of the other, and what changed.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_DIFF_DIFF_H
#define CGPROF_DIFF_DIFF_H

#include "analyse/results.h"

/* The two profiles that are compared.  */
enum { DIFF_OLD, DIFF_NEW, DIFF_SIDES };

/* A time in both profiles, in seconds.  */
struct diff_time
{
  double value[DIFF_SIDES];
  double error;			/* Half of the interval around the difference
				   that holds the true one in 95 cases of
				   100.  */
};

/* A count in both profiles, 0 where there is none.  */
struct diff_count
{
  uint64_t value[DIFF_SIDES];
};

struct diff_function
{
  uint32_t index[DIFF_SIDES];	/* In the models, or MODEL_NONE.  */
  const char *name;		/* In the new profile, if it is there.  */
  struct diff_count calls;
  struct diff_count spontaneous;
  struct diff_count instructions;	/* Its own.  */
  bool counted[DIFF_SIDES];	/* These were counted.  */
  struct diff_time self;
  struct diff_time inclusive;
};

struct diff_arc
{
  uint32_t caller;		/* In diff.functions.  */
  uint32_t callee;
  uint32_t index[DIFF_SIDES];	/* In the models, or MODEL_NONE.  */
  struct diff_count count;
  struct diff_time inclusive;
};

struct diff_site
{
  uint32_t caller;
  uint32_t callee;
  uint32_t index[DIFF_SIDES];
  uint32_t ordinal;		/* From 1: which of the caller's sites for this
				   callee it is, */
  bool indirect;		/* direct or not.  */
  struct diff_count count;
  struct diff_time inclusive;
};

/* A stack that either profile has: FUNCTION, called from the stack with index
   PARENT.  */
struct diff_stack
{
  uint32_t function;		/* In diff.functions.  */
  uint32_t parent;		/* A smaller index, or MODEL_NONE.  */
  struct diff_count samples;	/* Those whose whole stack this was, */
  double ns[DIFF_SIDES];	/* and their time.  */
};

enum diff_key
{
  DIFF_BY_CALLS,		/* The largest change of calls comes first, */
  DIFF_BY_SELF,			/* or of time, without or with callees.  */
  DIFF_BY_INCLUSIVE,
  DIFF_BY_NAME
};

struct diff
{
  const struct model *models[DIFF_SIDES];
  const struct results *results[DIFF_SIDES];	/* Of these models.  */
  bool same_build;		/* Both ran the same file.  */
  bool counted[DIFF_SIDES];	/* Instructions were, of some function; */
  struct diff_count instructions;	/* theirs.  */
  struct diff_function *functions;
  size_t function_count, function_room;
  struct diff_arc *arcs;
  size_t arc_count, arc_room;
  struct diff_site *sites;
  size_t site_count, site_room;
  struct diff_stack *stacks;
  size_t stack_count, stack_room;
  uint32_t *pairs[DIFF_SIDES];	/* The index in FUNCTIONS of each of the
				   model's functions.  */

  /* What is to be shown, in its order (diff_order).  */
  uint32_t *shown_functions;
  size_t shown_function_count;
  uint32_t *shown_instructions;	/* Functions whose instructions changed,
				   whatever is asked for, the largest change
				   first.  */
  size_t shown_instruction_count;
  uint32_t *shown_arcs;
  size_t shown_arc_count;
  uint32_t *shown_sites;
  size_t shown_site_count;
};

/* Match OLD and NEW, whose analyses are complete, into DIFF, which must be
   freed.  Functions are matched by symbol, module and file, those that are
   left by their names in the source and their order, those left then by their
   name alone if that leaves no choice; arcs and call sites by their ends, and
   sites of the same ends by their order in the source.  */
void diff_make (struct diff *diff, const struct results *old,
		const struct results *new);

/* Set what DIFF shows, sorted by KEY: what changed, a time by more than its
   error; or everything, if ALL.  */
void diff_order (struct diff *diff, enum diff_key key, bool all);

/* Set DIFF's stacks; time without a stack has a stack of its function alone,
   as in struct call_tree.  */
void diff_add_stacks (struct diff *diff);

void diff_free (struct diff *diff);

#endif /* CGPROF_DIFF_DIFF_H */
