/* Advice: let the compiler know what was counted.

   Without counts it guesses which way branches go and which calls are worth
   inlining.  What it got wrong is seen in the code: a branch that jumps more
   often than not, away from what could follow it, and a call that is still
   there though what it runs takes hardly more time than calling it.  AutoFDO's
   file changes both, and so does the plugin's option use=.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "advise/advice.h"

#include <inttypes.h>
#include <stdlib.h>

/* A function that runs so many instructions or fewer each time it is called is
   put in its place if it has so many bytes, about half of which are what
   counts.  GCC refuses longer ones however often they are called.  */
#define INLINED_INSTRUCTIONS 40
#define INLINED_BYTES 256

/* What compiling by counts would save.  */
struct feedback
{
  uint64_t jumps;		/* That would not be taken, */
  uint64_t calls;		/* and calls that would be inlined.  */
  uint32_t function;		/* That with most of these jumps, */
  uint64_t most;		/* and how many.  */
};

/* Count the jumps that would not be taken if the code were laid out by counts.
   One that leads back to where a loop begins is taken either way.  */

static void
count_jumps (struct feedback *feedback, const struct advice *advice)
{
  const struct model *model = advice->model;
  uint64_t *jumps = mem_alloc (model->function_count + 1, sizeof *jumps);
  for (size_t i = 0; i < model->code_count; i++)
    {
      const struct model_code *code = &model->code[i];
      if (!code->branch || code->closes
	  || code->taken <= code->executions - code->taken)
	continue;
      uint64_t most = code->taken - (code->executions - code->taken);
      feedback->jumps += most;
      jumps[code->function] += most;
      if (jumps[code->function] > feedback->most)
	{
	  feedback->most = jumps[code->function];
	  feedback->function = code->function;
	}
    }
  free (jumps);
}

/* Whether a call at SITE would be inlined: of a short function whose body its
   unit sees.  */

static bool
is_inlined (const struct advice *advice, const struct model_site *site)
{
  const struct model *model = advice->model;
  const struct model_function *callee = &model->functions[site->callee];
  uint64_t calls = advice->results->functions[site->callee].calls;
  return site->kind == MODEL_SITE_DIRECT && site->caller != site->callee
	 && callee->instructions > 0
	 && callee->instructions / (calls ? calls : 1) <= INLINED_INSTRUCTIONS
	 && callee->size <= INLINED_BYTES && advice_sees_body (model, site);
}

/* Add the advice to make the CHANGE, of that DIAGNOSTIC.  */

static void
add_item (struct advice *advice, const struct feedback *feedback,
	  const char *diagnostic, const char *change)
{
  const double *cost = advice->costs->ns;
  const struct model_function *function
    = &advice->model->functions[feedback->function];
  const char *inlined
    = feedback->calls > 0
      ? arena_format (&advice->arena, "; %" PRIu64 " calls of short functions "
		      "in their unit", feedback->calls) : "";
  struct advice_item item = {
    .kind = ADVICE_CHANGE, .certainty = ADVICE_POSSIBLE,
    .diagnostic = diagnostic,
    .gain_ns = feedback->jumps * cost[COST_JUMP]
	       + feedback->calls * cost[COST_CALL],
    .function = feedback->function, .file = function->file,
    .line = function->line,
    .subject = "the compiler has guessed what was counted",
    .facts = arena_format (&advice->arena, "%" PRIu64 " jumps that are taken "
			   "more often than not, %" PRIu64 " of them here%s",
			   feedback->jumps, feedback->most, inlined),
    .change = change
  };
  advice_add (advice, &item);
}

void
advice_profile_feedback (struct advice *advice)
{
  const struct model *model = advice->model;
  struct feedback feedback = { 0 };
  count_jumps (&feedback, advice);
  for (size_t i = 0; i < model->site_count; i++)
    if (is_inlined (advice, &model->sites[i]))
      feedback.calls += model->sites[i].count;
  if (!feedback.jumps)
    return;
  add_item (advice, &feedback, "autofdo",
	    "compile with -fauto-profile=FILE -fno-tracer -fno-unroll-loops; "
	    "FILE is what `cgprof export --to=autofdo --gcc=N' writes for "
	    "GCC N");
  add_item (advice, &feedback, "use",
	    "compile with -fplugin-arg-cgprof-use=FILE, that `cgprof export "
	    "--to=use' writes");
}
