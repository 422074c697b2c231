/* How exact sampled times are.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "analyse/precision.h"

#include <math.h>

/* Standard errors on each side that hold 95 of 100 cases.  */
#define PRECISION_Z 1.96

void
precision_find (struct precision *precision, const struct results *results)
{
  const struct model *model = results->model;
  double sum = 0;
  double squares = 0;
  for (size_t i = 0; i < model->sample_count; i++)
    {
      const struct model_sample *sample = &model->samples[i];
      sum += sample->ns;

      /* COUNT samples of the same weight each.  */
      if (sample->count > 0)
	squares += sample->ns * sample->ns / (double) sample->count;
    }
  precision->total = results->total / results->second;
  precision->samples = squares > 0 ? sum * sum / squares : 0;

  /* A gmon.out has no samples of its own, just their sums.  */
  if (precision->samples == 0 && results->sample > 0)
    precision->samples = results->total / results->sample;
}

double
precision_error (const struct precision *precision, double part)
{
  double n = precision->samples;
  if (!(n > 0 && precision->total > 0))
    return 0;
  double k = n * part / precision->total;
  k = k < 0 ? 0 : k > n ? n : k;
  double z = PRECISION_Z;
  return precision->total * z / (n + z * z)
    * sqrt (k * (n - k) / n + z * z / 4);
}

double
precision_combine (double a, double b)
{
  return sqrt (a * a + b * b);
}
