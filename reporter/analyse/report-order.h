/* In which order reports tell things.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ANALYSE_REPORT_ORDER_H
#define CGPROF_ANALYSE_REPORT_ORDER_H

#include "base/sort.h"
#include "analyse/results.h"

/* An entry below the number of functions is that function, the others are
   the cycles.  */
struct report_order
{
  uint32_t *flat;		/* Functions of the flat profile.  */
  size_t flat_count;
  uint32_t *graph;		/* Entries of the call graph, with those that
				   are hidden.  */
  size_t graph_count;
  uint32_t *index;		/* By entry: its number in the call graph,
				   from 1; 0 if it has none.  */
  uint32_t *names;		/* Entries of the index.  */
  size_t name_count;
  uint32_t *counts;		/* Functions by place in the source.  */
  size_t count_count;
  uint32_t *blocks;		/* Of model.blocks, by function: those of F */
  uint32_t *block_first;	/* are [BLOCK_FIRST[F]] up to F + 1's.  */
  uint32_t *lines;		/* Of model.lines, by time.  */
  char unit;			/* Of times per call: this before the */
  double unit_scale;		/* letter, and so many to a second.  */
};

/* Set ORDER for RESULTS, whose times were propagated and whose functions
   were named, and sort in it, as the call graph shows them, every
   function's arcs, the arcs and the members of every cycle.  ZERO: with
   functions that were neither called nor seen running.  COUNTS: sort those,
   too.  */
void report_order_make (struct report_order *order, struct results *results,
			bool zero, bool counts);

/* What the user wants first.  */
enum report_order_by
{
  REPORT_ORDER_BY_SELF,		/* The longest time, */
  REPORT_ORDER_BY_TOTAL,	/* with callees, */
  REPORT_ORDER_BY_CALLS,	/* the most calls, */
  REPORT_ORDER_BY_NAME		/* the name.  */
};

/* Sort ORDER's flat profile anew.  */
void report_order_sort_flat (struct report_order *order,
			     const struct results *results,
			     enum report_order_by by);

/* ---- What orders have in common.  */

/* Make room in ORDER, of which nothing is set then, for all that RESULTS has
   but blocks and lines.  */
void report_order_start (struct report_order *order,
			 const struct results *results);

/* How to sort a function's callers and callees, which are arcs, and a cycle's
   members, of the model.  */
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

/* Comparison by which the larger count comes first.  */
int report_order_compare_counts (uint64_t a, uint64_t b);

/* Set ORDER's blocks.  */
void report_order_blocks (struct report_order *order,
			  const struct results *results);

void report_order_free (struct report_order *order);

#endif /* CGPROF_ANALYSE_REPORT_ORDER_H */
