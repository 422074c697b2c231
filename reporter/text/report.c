/* What the views of the text report share.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/print.h"
#include "text/view.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Columns of the index.  */
#define VIEW_WIDTH 80

void
view_start (struct view *view, const struct results *results,
	    const struct report_order *order, FILE *out)
{
  const struct model *model = results->model;
  *view = (struct view) {
    .model = model, .results = results, .order = order, .out = out,
    .width = VIEW_WIDTH
  };
  view->labels = mem_alloc (model->function_count, sizeof *view->labels);
  for (size_t i = 0; i < model->function_count; i++)
    {
      const struct result_function *result = &results->functions[i];
      uint32_t index = order->index[i];
      view->labels[i] = (struct view_label) {
	.name = results->names[i], .length = strlen (results->names[i]),
	.cycle = result->cycle, .index = index,
	.calls = result->cycle != MODEL_NONE
		 ? results->cycles[result->cycle].calls
		 : result->entry_calls,
	.hidden = index == 0 || (result->selection & RESULT_HIDDEN)
      };
    }
}

void
view_free (struct view *view)
{
  free (view->labels);
}

void
view_begin (struct view *view)
{
  if (view->begun)
    fputs ("\f\n", view->out);
  view->begun = true;
}

/* Percentages of the time from which on something is hot, and warm.  */
#define VIEW_HOT 5
#define VIEW_WARM 0.5

const char *
view_heat (const struct view *view, double part, double total)
{
  double percent = view_percent (part, total);
  return percent >= VIEW_HOT ? terminal_on (view->color, TERMINAL_HOT)
    : percent >= VIEW_WARM ? terminal_on (view->color, TERMINAL_WARM) : "";
}

const char *
view_cool (const struct view *view, double part, double total)
{
  return view_percent (part, total) >= VIEW_WARM
    ? terminal_off (view->color) : "";
}

size_t
view_bracket (char *text, uint32_t index, bool hidden)
{
  size_t digits = print_put_count (text + 1, index);
  text[0] = hidden ? '(' : '[';
  text[digits + 1] = hidden ? ')' : ']';
  return digits + 2;
}

bool
view_is_hidden (const struct view *view, uint32_t entry)
{
  const struct model *model = view->model;
  const struct results *results = view->results;
  return entry < model->function_count
    ? (results->functions[entry].selection & RESULT_HIDDEN) != 0
    : results->cycles[entry - model->function_count].hidden;
}

void
view_range (const struct view *view)
{
  const struct model *model = view->model;
  if (!model->from && !model->to && !model->state && !model->latency)
    return;
  print_range (view->out, model->from, model->to);
  if (model->state)
    fprintf (view->out, "Times are of samples in the state '%s'; counts are "
	     "of the whole run.\n", model->state);
  if (model->latency)
    fputs ("Times are parts: while N threads ran, a sample counts 1/N.\n",
	   view->out);
  fputc ('\n', view->out);
}

/* Why system time has no callers, by enum model_system; NULL: it has.  */
static const char *const view_systems[] = {
  [MODEL_SYSTEM_NONE] = NULL,
  [MODEL_SYSTEM_SAMPLED] = NULL,
  [MODEL_SYSTEM_PROCESSOR] = "on this kind of processor it is not sampled",
  [MODEL_SYSTEM_KERNEL]
    = "before Linux 5.10 sampling it would end system calls",
  [MODEL_SYSTEM_REFUSED] = "there was no timer to sample it (ulimit -i)"
};

/* Tell that system time has no callers, and why, if there is any that is
   shown.  */

static void
view_system (const struct view *view)
{
  const struct model *model = view->model;
  uint32_t kernel = model_find_external (model, MODEL_KERNEL);
  for (size_t i = 0; kernel != MODEL_NONE && i < model->process_count; i++)
    {
      const char *reason = view_systems[model->processes[i].system];
      if (!reason)
	continue;
      fprintf (view->out, MODEL_KERNEL " has no callers: %s.\n\n", reason);
      return;
    }
}

void
view_losses (struct view *view)
{
  const struct results *results = view->results;
  FILE *out = view->out;
  view_system (view);
  if (!results->measured)
    return;
  if (results->truncated > 0)
    fprintf (out, "%" PRIu64 " of %" PRIu64 " stacks could not be walked to "
	     "their end.\n", results->truncated, results->walked);
  if (results->lost > 0)
    fprintf (out, "%" PRIu64 " samples found no room.\n", results->lost);
  if (results->folded > 0)
    fprintf (out, "%" PRIu64 " contexts of little time were folded into "
	     "their callers, as [folded]:\na function's time with callees can "
	     "be up to %.2f %% of the total too small.\n", results->folded,
	     view_percent (results->folded_time, results->total));
  if (results->truncated > 0 || results->lost > 0 || results->folded > 0)
    fputc ('\n', out);
}

void
view_merged (struct view *view)
{
  uint64_t count = model_count_processes (view->model);
  if (count > 1)
    fprintf (view->out, "Sum of the profiles of %" PRIu64 " processes.\n\n",
	     count);
}
