/* What the analyses make of a model: calls, times, cycles and selections, in
   arrays parallel to the model's, for the views to show.

   Each analysis adds its part (load/analysis.c has the order); compat/, GNU
   gprof's analysis, sets the same.  Times are in ticks, results.second of
   which are a second.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ANALYSE_RESULTS_H
#define CGPROF_ANALYSE_RESULTS_H

#include "model/model.h"

/* What the user does not want to see of a function (filter.h).  */
enum result_selection
{
  RESULT_UNLISTED = 1,		/* Not in the flat profile.  */
  RESULT_HIDDEN = 2,		/* Has no entry in the call graph.  */
  RESULT_UNCOUNTED = 4,		/* Not among the execution counts.  */
  RESULT_UNANNOTATED = 8	/* Nor in annotated source.  */
};

/* The time, and the number of samples, in which something or what it called
   was in a state.  */
struct result_state
{
  double time;
  uint64_t samples;
};

/* The results of a function.  */
struct result_function
{
  uint64_t entries;		/* The model's, less the calls of arcs that
				   the user left out.  */
  uint64_t calls;		/* All calls.  */
  uint64_t self_calls;		/* Calls by itself.  */
  uint64_t cycle_calls;		/* Calls by other members of its cycle.  */
  uint64_t spontaneous;		/* Calls by uncounted code, and */
  double spontaneous_self;	/* their share of self and children time */
  double spontaneous_child;	/* (of its cycle's if it is in one).  */
  uint64_t listed_calls;	/* Calls as shown in the flat profile, */
  uint64_t entry_calls;		/* on its own line in the call graph, */
  uint64_t member_calls;	/* and on its line in its cycle's entry.  */
  double self;			/* Its own time.  */
  double child;			/* Time of callees outside its cycle.  */
  double fraction;		/* Part of its time that the call graph shows,
				   from 0 to 1.  */
  double graph_self;		/* SELF and CHILD as the call graph shows */
  double graph_child;		/* them.  */
  uint64_t self_samples;	/* Samples that ended in it, */
  uint64_t samples;		/* and those that have it on their stacks.  */
  struct result_state states[MODEL_STATES];	/* The parts of its time with
				   callees; running is the rest.  */
  double self_error;		/* Half of the interval that holds the true
				   time (precision.h); 0: not sampled.  */
  double inclusive_error;
  uint32_t cycle;		/* Index of its cycle, or MODEL_NONE.  */
  uint32_t depth;		/* Position in an order in which callers
				   come before callees.  */
  uint8_t selection;		/* Of enum result_selection.  */
  bool inlined;			/* Some of its time is that of code that
				   was inlined.  */
  bool tied;			/* Its time may as well be above that of the
				   one before it in the flat profile.  */
};

/* An arc of the model that the user did not leave out, or all calls between
   a cycle and a function outside it.  */
struct result_arc
{
  uint32_t caller;
  uint32_t callee;
  uint64_t count;		/* As in the model.  */
  double self;			/* Share of the callee's, or its cycle's, self
				   time, */
  double child;			/* and of its children time.  */
};

/* The results of a cycle.  */
struct result_cycle
{
  uint32_t first;		/* Index of its first member in
				   results.members, */
  uint32_t size;		/* and how many there are.  */
  uint64_t calls;		/* From outside.  */
  uint64_t inner_calls;		/* From its members, each by itself
				   included.  */
  uint64_t spontaneous;		/* Part of CALLS, and */
  double spontaneous_self;	/* its share of time.  */
  double spontaneous_child;
  double self;
  double child;			/* Of callees outside the cycle.  */
  double fraction;		/* As a function's.  */
  double graph_self;
  double graph_child;
  bool hidden;			/* Has no entry.  */

  /* Ranges of results.cycle_arcs.  CALLERS: functions outside and their
     calls to any member (callee: MODEL_NONE); CALLEES: likewise functions
     outside that members call (caller: MODEL_NONE).  */
  uint32_t callers, caller_count;
  uint32_t callees, callee_count;
};

/* The times of a module.  */
struct result_module
{
  double self;			/* Of its functions.  */
  double inclusive;		/* Time for which any of its functions was on a
				   stack.  */
};

/* A line of source of a function, with the time spent in its code.  */
struct result_line
{
  uint32_t function;
  uint64_t address;		/* Link-time, the first with time.  */
  double self;
  bool entry;			/* The function, which was called, begins on
				   it.  */
  const char *name;		/* As shown: with function and place.  */
};

/* All results.  */
struct results
{
  const struct model *model;	/* Of which these are the results.  */

  /* Parallel to the model's.  */
  struct result_function *functions;
  struct result_module *modules;
  double *sites;		/* Time of each call site's calls.  */
  double *threads;		/* Time of each thread.  */
  const char **names;		/* As reports show them: the model's, or what
				   was asked for instead.  */
  const char **index_names;	/* As the index shows them; NULL: as
				   NAMES.  */

  struct result_arc *arcs;	/* In the model's order.  */
  size_t arc_count;

  /* Arcs by function (results_index_arcs): those out of function F are
     out[out_first[F]] up to out[out_first[F + 1]], likewise those in; as the
     call graph shows them once an order was made (report-order.h).  */
  uint32_t *out, *out_first;
  uint32_t *in, *in_first;

  struct result_cycle *cycles;	/* Cycle number N is cycles[N - 1].  */
  size_t cycle_count;
  uint32_t *members;		/* Functions of the cycles.  */
  struct result_arc *cycle_arcs;
  size_t cycle_arc_count, cycle_arc_room;

  struct result_line *lines;	/* If they were asked for (line-rows.h).  */
  size_t line_count;

  struct arena arena;		/* Of names.  */

  double second;		/* Ticks in one.  */
  const char *dimension;	/* "seconds", unless the profile says */
  char dimension_letter;	/* otherwise; the model's.  */
  double sample;		/* Ticks that a sample stands for; 0: no time
				   was measured.  */
  double total;			/* All self times of the flat profile.  */
  double graph_total;		/* Those that the call graph shows.  */
  bool measured;		/* Children times were measured by stacks.  */

  /* What the stacks lack; in all threads.  */
  uint64_t walked;		/* Number of stacks, */
  uint64_t truncated;		/* and of those not walked to their end.  */
  uint64_t lost;		/* Samples that found no room.  */
  uint64_t folded;		/* Contexts given up for want of room, */
  double folded_time;		/* and the time of stacks with such ones.  */
};

/* Set RESULTS, which the caller must free, to the arcs of MODEL, which must
   have been merged (model_merge_arcs), with no function in a cycle and all
   else 0.  MODEL must stay where it is, and as it is.  */
void results_start (struct results *results, const struct model *model);

/* Set OUT and IN of RESULTS to all its arcs, in their order.  */
void results_index_arcs (struct results *results);

void results_free (struct results *results);

/* ---- What ran: the functions, arcs and call sites that views for machines
   have rows of.  Nine of ten call sites of a large program never run, and a
   row of zeros says no more of each than that it is there.  */

/* Indices of what ran, and of what did not, in the order of the results.  */
struct activity
{
  uint32_t *functions;		/* Those that were called, were seen on a
				   stack, or are an end of ARCS or SITES.  */
  size_t function_count;
  uint32_t *rows;		/* By function: its index in FUNCTIONS, or
				   MODEL_NONE.  */
  uint32_t *never;		/* The other functions.  */
  size_t never_count;
  uint32_t *arcs;		/* Those with calls or time, */
  size_t arc_count;
  uint32_t *sites;		/* and likewise.  */
  size_t site_count;
  size_t never_sites;		/* How many are not in SITES.  */
  uint32_t *inlined_calls;	/* Those that were made.  */
  size_t inlined_call_count;
};

/* Set ACTIVITY, which the caller must free, to what ran of RESULTS, whose
   analyses are done; if ALL, as if everything had.  */
void activity_find (struct activity *activity, const struct results *results,
		    bool all);

/* Return the row of FUNCTION in ACTIVITY; MODEL_NONE of MODEL_NONE.  */
static inline uint32_t
activity_row (const struct activity *activity, uint32_t function)
{
  return function == MODEL_NONE ? MODEL_NONE : activity->rows[function];
}

void activity_free (struct activity *activity);

#endif /* CGPROF_ANALYSE_RESULTS_H */
