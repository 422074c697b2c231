/* How often functions and blocks of them were executed.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "text/view.h"

#include <inttypes.h>

static void
view_count (const struct view *view, const char *file, uint32_t line,
	    const char *symbol, uint64_t address, uint64_t count)
{
  fprintf (view->out, "%s:%" PRIu32 ": (%s:0x%" PRIx64 ") %" PRIu64
	   " executions\n", file ? file : "<unknown>", line, symbol,
	   address, count);
}

void
view_counts (struct view *view)
{
  const struct model *model = view->model;
  const struct results *results = view->results;
  view_begin (view);
  for (size_t i = 0; i < view->order->count_count; i++)
    {
      uint32_t index = view->order->counts[i];
      const struct model_function *function = &model->functions[index];
      const struct result_function *result = &results->functions[index];
      if (result->listed_calls > 0 || view->zero)
	view_count (view, function->file, function->line, function->symbol,
		    function->address, result->listed_calls);
      for (uint32_t j = view->order->block_first[index];
	   j < view->order->block_first[index + 1]; j++)
	{
	  const struct model_block *block
	    = &model->blocks[view->order->blocks[j]];
	  if (block->count > 0 || view->zero)
	    view_count (view, block->file ? block->file : function->file,
			block->line ? block->line : function->line,
			function->symbol, block->address, block->count);
	}
    }
}
