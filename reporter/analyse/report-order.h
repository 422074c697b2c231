/* In which order reports tell things.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ANALYSE_REPORT_ORDER_H
#define CGPROF_ANALYSE_REPORT_ORDER_H

#include "base/sort.h"
#include "analyse/results.h"

/* The orders of a report's parts.  An entry is a function, if it is below the
   number of functions, else a cycle: the number of functions + its index.  */
struct report_order
{
  uint32_t *flat;		/* Functions of the flat profile.  */
  size_t flat_count;
  uint32_t *graph;		/* Entries of the call graph, also those that
				   are hidden.  */
  size_t graph_count;
  uint32_t *index;		/* By entry: its number in the call graph,
				   from 1; 0 if it has none.  */
  uint32_t *names;		/* Entries of the index.  */
  size_t name_count;
  uint32_t *counts;		/* Functions by place in the source.  */
  size_t count_count;
  uint32_t *blocks;		/* Indices of the model's blocks, sorted by
				   function: those of function F are numbers
				   BLOCK_FIRST[F] up to BLOCK_FIRST[F + 1]
				   - 1.  */
  uint32_t *block_first;
  uint32_t *lines;		/* Of model.lines, by time.  */
  char unit;			/* Of all times per call: the prefix ('m' for
				   milli) before the dimension's letter, */
  double unit_scale;		/* and how many units make a second; 0: each
				   time has its own.  */
};

/* Set ORDER, which the caller must free, for RESULTS, whose times were
   propagated and whose functions have names.  Also sort every function's arcs,
   the arcs and the members of every cycle in RESULTS as the call graph shows
   them.  If ZERO, include functions that were neither called nor seen running;
   if COUNTS, set ORDER->counts, too.  */
void report_order_make (struct report_order *order, struct results *results,
			bool zero, bool counts);

/* What decides the order of the flat profile.  */
enum report_order_by
{
  REPORT_ORDER_BY_SELF,		/* The longest time, */
  REPORT_ORDER_BY_TOTAL,	/* with callees, */
  REPORT_ORDER_BY_CALLS,	/* the most calls, */
  REPORT_ORDER_BY_NAME		/* the name.  */
};

/* ---- What this order and that of GNU gprof (compat/) have in common.  */

/* Allocate all arrays of ORDER, as large as RESULTS need, but those of blocks
   and lines, and set the rest of it to 0.  */
void report_order_start (struct report_order *order,
			 const struct results *results);

/* How to sort a function's callers and callees, which are arcs, and a cycle's
   members, which are functions of the model.  */
struct report_order_parts
{
  sort_compare *callers;
  const void *callers_closure;
  sort_compare *callees;
  const void *callees_closure;
  sort_compare *members;
};

/* Sort every function's arcs and every cycle's members in RESULTS.  */
void report_order_sort_parts (struct results *results,
			      const struct report_order_parts *parts);

/* Compare the counts A and B for sorting: negative if A is larger and so comes
   first, 0 if they are equal.  */
int report_order_compare_counts (uint64_t a, uint64_t b);

/* Set the blocks of ORDER to those of the model of RESULTS.  */
void report_order_blocks (struct report_order *order,
			  const struct results *results);

void report_order_free (struct report_order *order);

#endif /* CGPROF_ANALYSE_REPORT_ORDER_H */
