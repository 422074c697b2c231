/* Advice: characters written or read one by one through a locked stream.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "advise/advice.h"

#include <inttypes.h>
#include <string.h>

/* The functions, with what does the same without a lock.  */
static const struct
{
  const char *name;
  const char *unlocked;
} stdio_functions[] = {
  { "putc", "putc_unlocked" },
  { "_IO_putc", "putc_unlocked" },
  { "fputc", "fputc_unlocked" },
  { "putchar", "putchar_unlocked" },
  { "getc", "getc_unlocked" },
  { "_IO_getc", "getc_unlocked" },
  { "fgetc", "fgetc_unlocked" },
  { "getchar", "getchar_unlocked" }
};

#define STDIO_FUNCTIONS (sizeof stdio_functions / sizeof *stdio_functions)

/* The most threads that a process had.  */

static uint64_t
stdio_threads (const struct model *model)
{
  uint64_t most = 0;
  for (size_t i = 0; i < model->thread_count; i++)
    {
      uint64_t threads = 0;
      for (size_t j = 0; j < model->thread_count; j++)
	if (model->threads[j].pid == model->threads[i].pid)
	  threads += model->threads[j].threads;
      if (threads > most)
	most = threads;
      if (most > 1)
	break;
    }
  return most;
}

void
advice_stdio (struct advice *advice)
{
  const struct model *model = advice->model;
  const double *cost = advice->costs->ns;
  uint64_t threads = stdio_threads (model);
  struct advice_places places;
  advice_collect (&places, model, true);
  for (size_t i = 0; i < places.count; i++)
    {
      const struct advice_place *place = &places.places[i];
      const struct model_site *site
	= &model->sites[places.order[place->first]];
      const char *symbol = model->functions[site->callee].symbol;
      size_t function = 0;
      while (function < STDIO_FUNCTIONS
	     && strcmp (stdio_functions[function].name, symbol) != 0)
	function++;
      if (function == STDIO_FUNCTIONS)
	continue;
      double each = cost[COST_PUTC] - cost[COST_PUTC_UNLOCKED];
      struct advice_item item = {
	.kind = ADVICE_CHANGE, .certainty = ADVICE_COUNTED,
	.diagnostic = "locked-stdio",
	.gain_ns = each > 0 ? each * place->calls : 0,
	.function = site->caller, .file = place->file, .line = place->line,
	.column = place->column,
	.subject = arena_format (&advice->arena, "%s locks its stream for "
				 "each character", symbol),
	.facts = arena_format (&advice->arena, "%" PRIu64 " calls, %s",
			       place->calls, threads > 1
			       ? "more threads than one"
			       : "one thread"),
	.change = arena_format (&advice->arena, "call %s, between flockfile "
				"and funlockfile if threads may come",
				stdio_functions[function].unlocked)
      };
      if (threads > 1 && item.gain_ns >= advice->least_ns)
	{
	  item.kind = ADVICE_REFUSED;
	  item.stopper = arena_format (&advice->arena, "%" PRIu64 " threads "
				       "ran, and another may use the stream",
				       threads);
	}
      advice_add (advice, &item);
    }
  advice_places_free (&places);
}
