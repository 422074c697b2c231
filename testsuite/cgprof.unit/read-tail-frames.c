/* Area:    reporter, read/tail-frames
   Purpose: functions that left no frame: the only chain of tail calls, or what
   is certain of those that begin with a call.
   Sources: read/tail-frames.c model/model.c

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "read/tail-frames.h"
#include "check.h"

#include <stdlib.h>

enum
{
  MAIN, BURN, DETOUR, FORKS, LEADS, MEASURE, STRLEN, IFUNC, STUB, AGAIN, ALSO,
  NEVER, JUMPS, FUNCTIONS
};

static struct model_function functions[FUNCTIONS] = {
#define COUNTED(FUNCTION, SYMBOL)					\
  [FUNCTION] = { .symbol = SYMBOL, .flags = MODEL_FUNCTION_ROW }
  COUNTED (MAIN, "main"), COUNTED (BURN, "burn"), COUNTED (DETOUR, "detour"),
  COUNTED (FORKS, "forks"), COUNTED (LEADS, "leads"),
  COUNTED (MEASURE, "measure"), COUNTED (AGAIN, "again"),
  COUNTED (ALSO, "also"), COUNTED (NEVER, "never"), COUNTED (JUMPS, "jumps"),
  [STRLEN] = { .symbol = "strlen" }, [IFUNC] = { .symbol = "__strlen_fast" },
  [STUB] = { .symbol = "strlen", .flags = MODEL_FUNCTION_PLT }
};

static struct model_site sites[] = {
#define TAIL(FROM, TO, COUNT)						\
  { .caller = (FROM), .callee = (TO), .count = (COUNT), .tail = true }
  TAIL (LEADS, FORKS, 4), TAIL (FORKS, DETOUR, 1), TAIL (DETOUR, BURN, 1),
  TAIL (FORKS, BURN, 3), TAIL (MEASURE, STRLEN, 2), TAIL (MEASURE, STRLEN, 1),
  TAIL (MEASURE, BURN, 0), TAIL (AGAIN, ALSO, 5), TAIL (ALSO, AGAIN, 5),
  TAIL (NEVER, BURN, 0), TAIL (JUMPS, MEASURE, 1),
  { .caller = MAIN, .callee = NEVER, .count = 1 }
};

static struct tail_frames tails;

/* Check that between MAIN, which called FUNCTION, and CALLEE there were COUNT
   functions: these.  */

static void
follows (uint32_t function, uint32_t callee, size_t count, uint32_t first,
	 uint32_t second)
{
  const uint32_t *found;
  CHECK (tail_frames_follow (&tails, function, callee, &found) == count);
  CHECK (count < 1 || found[0] == first);
  CHECK (count < 2 || found[1] == second);
}

int
main (void)
{
  const struct model model = {
    .functions = functions, .function_count = FUNCTIONS, .sites = sites,
    .site_count = sizeof sites / sizeof *sites
  };
  struct map arcs = { 0 };
  const uint32_t *found;
  CHECK (tail_frames_start (&tails, &model, &arcs));

  /* There are two ways; but FORKS was called, and after LEADS it must be.  */
  CHECK (tail_frames_find (&tails, MAIN, BURN, FORKS, &found) == 0);
  follows (FORKS, BURN, 1, FORKS, 0);
  follows (LEADS, BURN, 2, LEADS, FORKS);
  CHECK (tail_frames_find (&tails, MAIN, BURN, DETOUR, &found) == 1
	 && found[0] == DETOUR);

  /* Code that is not counted goes on itself, under another name or its own.  */
  CHECK (tail_frames_find (&tails, MAIN, IFUNC, MEASURE, &found) == 0);
  follows (MEASURE, IFUNC, 2, MEASURE, STRLEN);
  follows (MEASURE, STUB, 1, MEASURE, 0);
  CHECK (tail_frames_find (&tails, MAIN, STRLEN, JUMPS, &found) == 2
	 && found[0] == JUMPS && found[1] == MEASURE);

  /* A loop has no end; what is seen is one.  */
  follows (AGAIN, IFUNC, 2, AGAIN, ALSO);
  follows (AGAIN, ALSO, 1, AGAIN, 0);

  /* What is seen itself, and what did not make its tail call.  */
  follows (FORKS, FORKS, 0, 0, 0);
  follows (NEVER, BURN, 0, 0, 0);
  tail_frames_free (&tails);
  return check_end ();
}
