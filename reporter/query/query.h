/* Short questions about a profile, and what answers them.

   A question is one of

     callers of F
     callees of F
     hottest [N] [under F]
     why is F slow

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_QUERY_QUERY_H
#define CGPROF_QUERY_QUERY_H

#include "analyse/results.h"

#include <stdio.h>

enum query_verb
{
  QUERY_CALLERS,
  QUERY_CALLEES,
  QUERY_HOTTEST,
  QUERY_WHY
};

/* The most rows that a list of an answer can have.  */
#define QUERY_ROWS_MAX 1000

struct query
{
  const char *text;		/* What was asked.  */
  enum query_verb verb;
  char *name;			/* Of the function; NULL: of none.  */
  size_t rows;			/* The most that a list has; 0: not said.  */
};

/* Set QUERY, which the caller must free, to what TEXT asks.  Return false if
   that is not understood.  */
bool query_parse (struct query *query, const char *text);

/* What query_parse understands, for messages.  */
extern const char query_grammar[];

void query_free (struct query *query);

/* What most of a function's time is.  */
enum query_reason
{
  QUERY_NEVER_RAN,		/* It was not called.  */
  QUERY_NO_TIME,		/* It has no time.  */
  QUERY_WAITING,		/* At least half is waiting in the kernel, */
  QUERY_SYSTEM,			/* system time, */
  QUERY_OWN_CODE,		/* its own code's; */
  QUERY_CALLEES_SLOW,		/* or more is that of what it called.  */
  QUERY_REASONS
};

/* The first rows of a table.  */
struct query_list
{
  uint32_t *rows;		/* Indices.  */
  size_t count;
  size_t left_out;		/* How many more there are.  */
};

struct query_answer
{
  const struct query *query;
  const struct results *results;
  uint32_t function;		/* That was asked about, or MODEL_NONE.  */
  enum query_reason reason;	/* Of QUERY_WHY.  */
  struct query_list functions;	/* In the model.  */
  struct query_list callers;	/* Arcs of the results, */
  struct query_list callees;	/* likewise.  */
  struct query_list sites;	/* In the model.  */

  /* By function, its times below FUNCTION; NULL: FUNCTIONS have those of the
     results.  All 0 if there are no stacks, which alone can tell.  */
  double *self;
  double *inclusive;
};

/* Set ANSWER, which the caller must free in any case, to the answer to QUERY,
   with at most ROWS rows in a list.  Return false, with a message, if it is
   about a function that RESULTS' model has not, or has several of.  */
bool query_make (struct query_answer *answer, const struct query *query,
		 const struct results *results, size_t rows);

/* Print ANSWER as one JSON object (schema "cgprof-query").  */
void query_print_json (FILE *out, const struct query_answer *answer);

void query_answer_free (struct query_answer *answer);

#endif /* CGPROF_QUERY_QUERY_H */
