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

struct result_function
{
  uint64_t entries;		/* The model's, less the calls of arcs that
				   the user left out.  */
  uint64_t calls;		/* All calls.  */
  uint64_t self_calls;		/* Those by itself.  */
  uint64_t cycle_calls;		/* Those by other members of its cycle.  */
  uint64_t spontaneous;		/* Those by uncounted code, and */
  double spontaneous_self;	/* their share of self and children time */
  double spontaneous_child;	/* (of its cycle's if it is in one).  */
  uint64_t listed_calls;	/* What is shown in the flat profile, */
  uint64_t entry_calls;		/* on its own line in the call graph, */
  uint64_t member_calls;	/* and on its line in its cycle's entry.  */
  double self;
  double child;			/* Of callees outside its cycle.  */
  double fraction;		/* Of its time that the call graph shows.  */
  double graph_self;		/* That time.  */
  double graph_child;
  uint64_t self_samples;	/* That ended in it, */
  uint64_t samples;		/* that have it on their stacks.  */
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
  double self;			/* Share of the callee's (its cycle's) self
				   and  */
  double child;			/* children time.  */
};

struct result_cycle
{
  uint32_t first;		/* Of its SIZE members in results.members.  */
  uint32_t size;
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

struct result_module
{
  double self;
  double inclusive;		/* That its functions were on the stack.  */
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
  double sample;		/* What one sample stands for; or 0.  */
  double total;			/* All self times of the flat profile.  */
  double graph_total;		/* Those that the call graph shows.  */
  bool measured;		/* Children times are those of stacks.  */
  uint64_t walked;		/* Stacks, in all threads, */
  uint64_t truncated;		/* those not walked to their end, */
  uint64_t lost;		/* samples without room, */
  uint64_t folded;		/* and contexts given up; */
  double folded_time;		/* time of stacks with folded contexts.  */
};

/* Set RESULTS to nothing known yet of MODEL, which was read and must stay
   where it is: all of it 0, no function in a cycle, names and all arcs of the
   model, which must have been merged.  To be freed.  */
void results_start (struct results *results, const struct model *model);

/* Set OUT and IN, both in the order of the arcs.  */
void results_index_arcs (struct results *results);

void results_free (struct results *results);

#endif /* CGPROF_ANALYSE_RESULTS_H */
