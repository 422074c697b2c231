/* Time that no stack tells of.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "analyse/stackless-time.h"

double *
stackless_time_find (const struct results *results, double least)
{
  const struct model *model = results->model;
  double *rest = mem_alloc (model->function_count, sizeof *rest);
  for (size_t i = 0; i < model->function_count; i++)
    rest[i] = results->functions[i].self / results->second * 1e9;
  for (size_t i = 0; model->has_stacks && i < model->sample_count; i++)
    rest[model->samples[i].function] -= model->samples[i].ns;
  for (size_t i = 0; i < model->function_count; i++)
    if (!(rest[i] >= least))
      rest[i] = 0;
  return rest;
}
