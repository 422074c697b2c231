/* Two models side by side: which function, arc and call site of one is which
   of the other, and what changed.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_DIFF_DIFF_H
#define CGPROF_DIFF_DIFF_H

#include "analyse/results.h"

/* The two sides.  */
enum { DIFF_OLD, DIFF_NEW, DIFF_SIDES };

/* What became of a time, in seconds.  */
struct diff_time
{
  double value[DIFF_SIDES];
  double error;			/* Of the difference: half of the interval
				   that holds it in 95 cases of 100.  */
};

/* A count, 0 where there is none.  */
struct diff_count
{
  uint64_t value[DIFF_SIDES];
};

struct diff_function
{
  uint32_t index[DIFF_SIDES];	/* In the models, or MODEL_NONE.  */
  const char *name;		/* The new one if there is one.  */
  struct diff_count calls;
  struct diff_count spontaneous;
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

/* A stack of both, by the part of it that is closest to the root: it was
   called from the one with index PARENT.  */
struct diff_stack
{
  uint32_t function;		/* In diff.functions.  */
  uint32_t parent;		/* A smaller index, or MODEL_NONE.  */
  struct diff_count samples;	/* In which it was the whole stack.  */
};

enum diff_key
{
  DIFF_BY_CALLS,		/* The largest change comes first, */
  DIFF_BY_SELF,
  DIFF_BY_INCLUSIVE,
  DIFF_BY_NAME
};

struct diff
{
  const struct model *models[DIFF_SIDES];
  const struct results *results[DIFF_SIDES];	/* Of them.  */
  bool same_build;		/* The program is the same file.  */
  struct diff_function *functions;
  size_t function_count, function_room;
  struct diff_arc *arcs;
  size_t arc_count, arc_room;
  struct diff_site *sites;
  size_t site_count, site_room;
  struct diff_stack *stacks;
  size_t stack_count, stack_room;
  uint32_t *pairs[DIFF_SIDES];	/* Function by the model's.  */

  /* What is to be shown, in its order (diff_order).  */
  uint32_t *shown_functions;
  size_t shown_function_count;
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

/* Set what is to be shown: what changed, a time by more than its error; or
   ALL; sorted by KEY.  */
void diff_order (struct diff *diff, enum diff_key key, bool all);

/* Set the stacks, with those that stand for time that has none, as in struct
   tree.  */
void diff_add_stacks (struct diff *diff);

void diff_free (struct diff *diff);

#endif /* CGPROF_DIFF_DIFF_H */
