/* Fuzz the readers of budgets and baselines, and what is done with their
   rules.  The first byte of the input says how much of it is the baseline.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "check/budget.h"
#include "input.h"

#include <stdlib.h>
#include <string.h>

/* Hold the results of a small model to BUDGET.  */

static void
fuzz_check (const struct budget *budget, const struct budget *baseline)
{
  struct model_function functions[] = {
    { .symbol = "main", .source = "main", .name = "main",
      .module = MODEL_NONE },
    { .symbol = "_Z1fPc", .source = "_Z1fPc", .name = "f(char*)",
      .module = MODEL_NONE },
  };
  struct model_arc arcs[] = {
    { .caller = 0, .callee = 1, .count = 12 },
    { .caller = 1, .callee = 1, .count = MODEL_COUNT_MAX - 12 }
  };
  struct model_site sites[] = {
    { .caller = 0, .callee = 1, .count = 5, .file = "a/b.c", .line = 30 },
    { .caller = 0, .callee = 1, .count = 7, .file = "a/b.c", .line = 31 }
  };
  struct model_sample samples[] = { { .count = 3, .ns = 3 } };
  struct model model = {
    .functions = functions, .function_count = 2, .arcs = arcs,
    .arc_count = 2, .sites = sites, .site_count = 2, .samples = samples,
    .sample_count = 1
  };
  struct results results;
  results_start (&results, &model);
  results.second = 1e9;
  results.total = 3;
  results.functions[0].calls = results.functions[0].spontaneous = 1;
  results.functions[0].child = 3;
  results.functions[1].calls = MODEL_COUNT_MAX;
  results.functions[1].self = 3;
  struct budget_results found;
  size_t count;
  budget_check (&found, budget, baseline, &results);
  if (found.broken + found.warned + found.met != budget->count)
    abort ();
  free (budget_list_facts (&found, budget, &count));
  budget_results_free (&found);
  results_free (&results);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  if (size < 1)
    return 0;
  size_t part = (size - 1) * data[0] / 255;
  struct budget budget;
  struct budget baseline;
  bool good = budget_read (&baseline, input_file (data + 1, part), true);
  if (budget_read (&budget, input_file (data + 1 + part, size - 1 - part),
		   false) && good)
    fuzz_check (&budget, &baseline);
  budget_free (&budget);
  budget_free (&baseline);
  return 0;
}
