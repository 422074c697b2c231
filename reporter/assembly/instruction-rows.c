/* Instructions of functions, with the time at each.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "assembly/instruction-rows.h"
#include "base/mem.h"
#include "base/sort.h"

#include <stdlib.h>
#include <string.h>

static int
instruction_rows_order (uint32_t function, uint64_t address,
			uint32_t other_function, uint64_t other_address)
{
  return function != other_function ? (function < other_function ? -1 : 1)
    : address < other_address ? -1 : address > other_address;
}

static int
instruction_rows_compare (const void *closure, uint32_t i, uint32_t j)
{
  const struct model *model = closure;
  const struct model_instruction *a = &model->instructions[i];
  const struct model_instruction *b = &model->instructions[j];
  return instruction_rows_order (a->function, a->address, b->function,
				 b->address);
}

static int
instruction_rows_compare_times (const void *closure, uint32_t i, uint32_t j)
{
  const struct model *model = closure;
  const struct model_line *a = &model->lines[i];
  const struct model_line *b = &model->lines[j];
  return instruction_rows_order (a->function, a->address, b->function,
				 b->address);
}

static int
instruction_rows_compare_functions (const void *closure, uint32_t i,
				    uint32_t j)
{
  const struct results *results = closure;
  double x = results->functions[i].self, y = results->functions[j].self;
  uint64_t a = results->model->functions[i].instructions;
  uint64_t b = results->model->functions[j].instructions;
  return x != y ? (x > y ? -1 : 1) : a != b ? (a > b ? -1 : 1)
    : i < j ? -1 : i > j;
}

/* Return, for free, the indices below COUNT, sorted by COMPARE.  */

static uint32_t *
instruction_rows_sort (size_t count, sort_compare *compare,
		       const struct model *model)
{
  uint32_t *indices = mem_alloc (count, sizeof *indices);
  for (size_t i = 0; i < count; i++)
    indices[i] = i;
  sort_indices (indices, count, compare, model);
  return indices;
}

/* Add the times of RESULTS' lines to the ROWS, each to the last one that is
   not behind it.  */

static void
instruction_rows_add_times (struct instruction_rows *rows,
			    const struct results *results)
{
  const struct model *model = results->model;
  size_t count = model->instruction_count;
  uint32_t *times = instruction_rows_sort (model->line_count,
					   instruction_rows_compare_times,
					   model);
  size_t row = 0;
  for (size_t i = 0; i < model->line_count && count > 0; i++)
    {
      const struct model_line *line = &model->lines[times[i]];
      while (row + 1 < count
	     && instruction_rows_order
		  (rows->all[row + 1].instruction->function,
		   rows->all[row + 1].instruction->address,
		   line->function, line->address) <= 0)
	row++;
      uint32_t first = rows->first[line->function];
      if (first == rows->first[line->function + 1])
	continue;
      size_t at = row < first ? first : row;
      rows->all[at].self += line->self * (results->second / 1e9);
    }
  free (times);
}

void
instruction_rows_make (struct instruction_rows *rows,
		       const struct results *results)
{
  const struct model *model = results->model;
  size_t count = model->instruction_count, functions = model->function_count;
  uint32_t *sorted = instruction_rows_sort (count, instruction_rows_compare,
					    model);
  *rows = (struct instruction_rows) {
    .all = mem_alloc (count, sizeof *rows->all),
    .first = mem_alloc (functions + 1, sizeof *rows->first),
    .order = mem_alloc (functions, sizeof *rows->order)
  };
  for (size_t i = 0; i < count; i++)
    rows->all[i].instruction = &model->instructions[sorted[i]];
  free (sorted);
  for (size_t i = 0, row = 0; i <= functions; i++)
    {
      while (row < count && rows->all[row].instruction->function < i)
	row++;
      rows->first[i] = row;
    }
  for (size_t i = 0; i < functions; i++)
    if (rows->first[i] < rows->first[i + 1])
      rows->order[rows->order_count++] = i;
  sort_indices (rows->order, rows->order_count,
		instruction_rows_compare_functions, results);
  instruction_rows_add_times (rows, results);
}

void
instruction_rows_free (struct instruction_rows *rows)
{
  free (rows->all);
  free (rows->first);
  free (rows->order);
  memset (rows, 0, sizeof *rows);
}
