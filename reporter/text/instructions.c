/* Instructions of functions, as a table.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "text/instructions.h"
#include "shares/call-shares.h"
#include "base/print.h"
#include "base/sort.h"
#include "text/tables.h"

#include <stdlib.h>

#define VIEW_INSTRUCTIONS 18	/* Columns of a number of them, */
#define VIEW_SHARE 8		/* of a share, */
#define VIEW_ALL 20		/* of a number with callees', */
#define VIEW_PACE 11		/* and of ns per 1,000.  */

/* The most first; then in the order of the model.  */

static int
view_instructions_compare (const void *closure, uint32_t i, uint32_t j)
{
  const struct model_function *functions = closure;
  uint64_t x = functions[i].instructions, y = functions[j].instructions;
  return x != y ? (x > y ? -1 : 1) : i < j ? -1 : i > j;
}

/* The number with callees of function INDEX: exact, or a share.  */

static void
view_instructions_with_callees (FILE *out, const struct call_shares *shares,
				uint32_t index)
{
  char number[32];
  snprintf (number, sizeof number, "%s%.0f", shares->known[index] ? "" : "~",
	    shares->total[index]);
  fprintf (out, "%*s", VIEW_ALL, number);
}

static void
view_instructions_row (const struct view *view,
		       const struct call_shares *shares, uint32_t index,
		       double total)
{
  const struct model_function *function = &view->model->functions[index];
  const struct result_function *result = &view->results->functions[index];
  double count = (double) function->instructions;
  FILE *out = view->out;
  print_count (out, function->instructions, VIEW_INSTRUCTIONS);
  fprintf (out, "%*.2f", VIEW_SHARE, total > 0 ? 100 * count / total : 0);
  view_instructions_with_callees (out, shares, index);
  /* Where this is high, time goes to memory or mispredicted branches.  */
  if (result->self > 0 && count > 0)
    fprintf (out, "%*.1f", VIEW_PACE,
	     result->self / view->results->second * 1e12 / count);
  else
    fprintf (out, "%*s", VIEW_PACE, "");
  print_count (out, result->calls, VIEW_COUNT);
  if (result->calls > 0)
    fprintf (out, "%*.1f", VIEW_COUNT, count / (double) result->calls);
  else
    fprintf (out, "%*s", VIEW_COUNT, "");
  fprintf (out, "  %s\n", view->results->names[index]);
}

bool
view_instructions (struct view *view)
{
  const struct model *model = view->model;
  struct call_shares shares;
  if (!call_shares_make_instructions (&shares, view->results))
    return false;
  uint32_t *order = mem_alloc (model->function_count, sizeof *order);
  size_t count = 0, known = 0;
  uint64_t total = 0;
  for (size_t i = 0; i < model->function_count; i++)
    if (model->functions[i].flags & MODEL_FUNCTION_INSTRUCTIONS)
      {
	known++;
	total += model->functions[i].instructions;
	if (model->functions[i].instructions > 0)
	  order[count++] = i;
      }
  sort_indices (order, count, view_instructions_compare, model->functions);
  view_title (view, "Functions by instructions", NULL);
  fprintf (view->out, "%*s%*s%*s%*s%*s%*s  %s\n", VIEW_INSTRUCTIONS,
	   "instructions", VIEW_SHARE, "%", VIEW_ALL, "with callees",
	   VIEW_PACE, "ns/1000", VIEW_COUNT, "calls", VIEW_COUNT,
	   "instr/call", "function");
  for (size_t i = 0; i < count && i < view->top; i++)
    view_instructions_row (view, &shares, order[i], (double) total);
  print_count (view->out, total, VIEW_INSTRUCTIONS);
  fprintf (view->out, "  in %zu functions; %zu more ran none\n", count,
	   known - count);
  call_shares_free (&shares);
  free (order);
  return true;
}
