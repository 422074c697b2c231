/* What a running program did in an interval: the difference between two
   readings of its profile.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_TOP_RATES_H
#define CGPROF_TOP_RATES_H

#include "analyse/results.h"

/* What rates are of.  */
enum rates_view
{
  RATES_FUNCTIONS,
  RATES_ARCS,
  RATES_SITES,
  RATES_THREADS,
  RATES_VIEWS
};

extern const char *const rates_view_names[RATES_VIEWS];

/* What comes first.  */
enum rates_key
{
  RATES_CALLS,
  RATES_SELF,
  RATES_TOTAL,
  RATES_NAME,
  RATES_KEYS
};

extern const char *const rates_key_names[RATES_KEYS];

/* Figures, since the beginning or of an interval.  Times are in seconds; a
   call site has just those with callees, a thread just its own.  */
struct rates_row
{
  uint64_t count;		/* Calls, or a thread's samples.  */
  double self;
  double inclusive;
};

/* The figures of one kind of thing: of the model's functions, sites and
   threads, of the results' arcs.  */
struct rates_table
{
  struct rates_row *all;	/* Up to now, */
  struct rates_row *rows;	/* and in the interval.  */
  size_t count;
  size_t all_room, row_room;	/* Of those that stay where they are.  */
};

struct rates
{
  const struct results *results;	/* Of the last reading.  */
  double seconds;		/* How long the interval was.  */
  uint64_t calls;		/* Calls in it, and */
  double self;			/* processor time, in seconds.  */
  struct rates_table tables[RATES_VIEWS];
  struct map arcs;		/* Arc of the last reading by its ends, */
  struct map threads;		/* thread by its numbers.  */
};

/* Set RATES to what is in RESULTS and was not before, when RATES was set to
   earlier results of the same model, SECONDS ago.  A zeroed struct has nothing
   before.  What was set back to 0 since has all that it has now.  */
void rates_next (struct rates *rates, const struct results *results,
		 double seconds);

/* What is shown of them.  */
struct rates_choice
{
  enum rates_view view;
  enum rates_key key;
  const char *filter;		/* A part of the names; NULL: any.  */
  uint32_t caller;		/* Of arcs and sites, only those of this */
  uint32_t callee;		/* function, or to it; MODEL_NONE: of any.  */
};

/* Set *ROWS, to be freed, to the indices of the rows of CHOICE that have
   figures in the interval, sorted.  Return how many they are.  */
size_t rates_choose (const struct rates *rates,
		     const struct rates_choice *choice, uint32_t **rows);

/* Set *CALLER and *CALLEE to the functions at the ends of row INDEX of VIEW, a
   function being just a callee; MODEL_NONE where there is none.  */
void rates_get_ends (const struct rates *rates, enum rates_view view,
		     uint32_t index, uint32_t *caller, uint32_t *callee);

/* Return the name of row INDEX of VIEW, to be freed.  */
char *rates_get_name (const struct rates *rates, enum rates_view view,
		      uint32_t index);

void rates_free (struct rates *rates);

#endif /* CGPROF_TOP_RATES_H */
