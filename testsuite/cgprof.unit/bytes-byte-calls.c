/* Area:    reporter, bytes/byte-calls
   Purpose: bytes below calls at levels of recursion: each call's part of all
   calls, at the least level, not at inlined functions; what is left is that of
   callers that do not count.
   Sources: bytes/byte-calls.c bytes/byte-sums.c analyse/call-totals.c analyse/cycles.c analyse/propagate.c analyse/results.c model/model.c

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "analyse/call-totals.h"
#include "analyse/cycles.h"
#include "bytes/byte-calls.h"
#include "check.h"

#include <math.h>
#include <stdlib.h>

enum { MAIN, INLINED, LEAF, PING, PONG, RUNNER, MALLOC, FUNCTIONS };

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

static void
add_bytes (struct model *model, uint32_t caller, uint64_t bytes)
{
  struct model_site site = {
    .caller = caller, .callee = MALLOC, .count = 1, .bytes = bytes,
    .bytes_kind = MODEL_BYTES_ALLOCATED
  };
  model_add_arc (model, caller, MALLOC, 1);
  model_add_site (model, &site);
}

int
main (void)
{
  struct model model = { 0 };
  for (uint32_t i = 0; i < MALLOC; i++)
    CHECK (model_get_function (&model, MODEL_NONE, 16 * (i + 1), "f", NULL)
	   == i);
  CHECK (model_get_external (&model, "malloc") == MALLOC);
  model.functions[MAIN].outside = 1;
  model.functions[LEAF].outside = 2;
  model_add_arc (&model, MAIN, LEAF, 8);
  model_add_arc (&model, MAIN, PING, 1);
  model_add_arc (&model, PING, PONG, 5);
  model_add_arc (&model, PONG, PING, 5);
  add_bytes (&model, LEAF, 1000);
  add_bytes (&model, PING, 400);
  add_bytes (&model, PONG, 600);

  struct results results;
  struct byte_sums sums;
  CHECK (model_merge_arcs (&model));
  results_start (&results, &model);
  results_index_arcs (&results);
  cycles_find (&results);
  CHECK (call_totals_add_up (&results));
  CHECK (byte_sums_make (&sums, &results));
  struct recursion_levels levels = {
    .calls = calls, .call_count = sizeof calls / sizeof *calls
  };
  double *bytes = byte_calls_make (&sums, &results, &levels);
  for (size_t i = 0; i < levels.call_count; i++)
    {
      bool good = fabs (bytes[i] - wanted[i]) < 1e-6;
      CHECK (good);
      if (!good)
	printf ("call %zu: %f, expected %f\n", i, bytes[i], wanted[i]);
    }
  free (bytes);
  byte_sums_free (&sums);
  results_free (&results);
  model_free (&model);
  return check_end ();
}
