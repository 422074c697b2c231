/* Area:    reporter, shares/shared-calls
   Purpose: amounts below calls at levels of recursion: each call's part of all
   calls, at the least level, not at inlined functions; what is left is that of
   callers that do not count.
   Sources: shares/shared-calls.c shares/call-shares.c shares/known-totals.c analyse/call-totals.c analyse/cycles.c analyse/propagate.c analyse/results.c model/model.c

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "analyse/call-totals.h"
#include "analyse/cycles.h"
#include "shares/shared-calls.h"
#include "check.h"

#include <math.h>
#include <stdlib.h>

enum { MAIN, INLINED, LEAF, PING, PONG, RUNNER, FUNCTIONS };

/* What stacks and counts may have told of the program below.  */
static struct recursion_levels_call calls[] = {
#define CALL(FROM, FROM_LEVEL, TO, TO_LEVEL, OWNER, CALLS)		\
  { .from = (FROM) * RECURSION_LEVELS + (FROM_LEVEL),			\
    .to = (TO) * RECURSION_LEVELS + (TO_LEVEL), .owner = (OWNER),	\
    .calls = (CALLS) }
  CALL (FUNCTIONS, 0, MAIN, 0, FUNCTIONS, 1),
  /* One place has two thirds of them; the others are too deep, or made by what
     was inlined.  */
  CALL (MAIN, 1, LEAF, 0, MAIN, 1),
  CALL (MAIN, 0, LEAF, 0, MAIN, 4),
  CALL (MAIN, 0, LEAF, 0, MAIN, 2),
  CALL (INLINED, 0, LEAF, 0, MAIN, 1),
  CALL (MAIN, 0, INLINED, 0, MAIN, 1),
  /* Two calls nobody counted; one was seen below a function that does not
     count, once at a level.  */
  CALL (FUNCTIONS, 0, LEAF, 0, FUNCTIONS, 1),
  CALL (RUNNER, 1, LEAF, 0, RUNNER, 1),
  /* A cycle, entered once.  */
  CALL (MAIN, 0, PING, 0, MAIN, 1),
  CALL (PING, 0, PONG, 0, PING, 5),
  CALL (PONG, 0, PING, 1, PONG, 5),
#undef CALL
};

static const double wanted[] = {
  1000 + 800, 0, 800 * 4. / 6, 800 * 2. / 6, 0, 0, 100, 100, 1000, 0, 0
};

/* What functions have of their own.  */
static const double own[FUNCTIONS] = {
  [LEAF] = 1000, [PING] = 400, [PONG] = 600
};

int
main (void)
{
  struct model model = { 0 };
  for (uint32_t i = 0; i < FUNCTIONS; i++)
    CHECK (model_get_function (&model, MODEL_NONE, 16 * (i + 1), "f", NULL)
	   == i);
  model.functions[MAIN].outside = 1;
  model.functions[LEAF].outside = 2;
  model_add_arc (&model, MAIN, LEAF, 8);
  model_add_arc (&model, MAIN, PING, 1);
  model_add_arc (&model, PING, PONG, 5);
  model_add_arc (&model, PONG, PING, 5);

  struct results results;
  struct call_shares shares;
  CHECK (model_merge_arcs (&model));
  results_start (&results, &model);
  results_index_arcs (&results);
  cycles_find (&results);
  CHECK (call_totals_add_up (&results));
  call_shares_make (&shares, &results, own);
  struct recursion_levels levels = {
    .calls = calls, .call_count = sizeof calls / sizeof *calls
  };
  double *amounts = shared_calls_make (&shares, &results, &levels);
  for (size_t i = 0; i < levels.call_count; i++)
    {
      bool good = fabs (amounts[i] - wanted[i]) < 1e-6;
      CHECK (good);
      if (!good)
	printf ("call %zu: %f, expected %f\n", i, amounts[i], wanted[i]);
    }
  free (amounts);
  call_shares_free (&shares);
  results_free (&results);
  model_free (&model);
  return check_end ();
}
