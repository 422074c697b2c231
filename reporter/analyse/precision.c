/* How exact sampled times are.

   Whether a sample is in a function is a yes or no: the number of those that
   are is binomial, and Wilson's interval holds for few of them, too.  What
   two functions have is anticorrelated, as a sample is in one or the other.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "analyse/precision.h"

#include <math.h>

/* Standard errors on each side that hold 95 of 100 cases.  */
#define PRECISION_Z 1.96

/* Half of the interval for PART of ALL samples, as a share.  */

static double
precision_share (double part, double all)
{
  double z = PRECISION_Z;
  return z / (all + z * z) * sqrt (part * (all - part) / all + z * z / 4);
}

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
  double all = precision->samples;
  if (!(all > 0 && precision->total > 0))
    return 0;
  double samples = all * part / precision->total;
  samples = samples < 0 ? 0 : samples > all ? all : samples;
  return precision->total * precision_share (samples, all);
}

double
precision_combine (double a, double b)
{
  return sqrt (a * a + b * b);
}

/* The error of what has PART of WALKED samples, which stand for TIME.  */

static double
precision_sampled (uint64_t part, uint64_t walked, double time)
{
  return part > 0
    ? time * precision_share (part < walked ? part : walked, walked) : 0;
}

/* Whether A of ALL samples are not surely more than B of them.  */

static bool
precision_tie (uint64_t a, uint64_t b, uint64_t all)
{
  double p = (double) a / all, q = (double) b / all;
  return p - q <= PRECISION_Z * sqrt ((p + q - (p - q) * (p - q)) / all);
}

/* The errors of a profile that does not say which samples are whose, as
   gmon.out: by the shares of the time.  */

static void
precision_find_by_time (struct results *results)
{
  const struct model *model = results->model;
  struct precision precision;
  precision_find (&precision, results);
  for (size_t i = 0; i < model->function_count; i++)
    {
      struct result_function *function = &results->functions[i];
      double all = function->self + function->child;
      if (function->self > 0)
	function->self_error = results->second
	  * precision_error (&precision, function->self / results->second);
      if (all > 0)
	function->inclusive_error = results->second
	  * precision_error (&precision, all / results->second);
    }
}

void
precision_find_errors (struct results *results,
		       const struct report_order *order)
{
  const struct model *model = results->model;
  uint64_t walked = results->walked;
  if (walked == 0)
    {
      precision_find_by_time (results);
      return;
    }
  double sampled = 0;
  for (size_t i = 0; i < model->thread_count; i++)
    sampled += results->threads[i];
  for (size_t i = 0; i < model->function_count; i++)
    {
      struct result_function *function = &results->functions[i];
      function->self_error
	= precision_sampled (function->self_samples, walked, sampled);
      function->inclusive_error
	= precision_sampled (function->samples, walked, sampled);
    }
  for (size_t i = 1; i < order->flat_count; i++)
    {
      const struct result_function *before
	= &results->functions[order->flat[i - 1]];
      struct result_function *function = &results->functions[order->flat[i]];
      function->tied = before->self_samples > 0 && function->self_samples > 0
	&& precision_tie (before->self_samples, function->self_samples,
			  walked);
    }
}
