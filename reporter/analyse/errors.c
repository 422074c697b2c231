/* How exact sampled times are.

   Whether a sample is in a function is a yes or no: the number of those that
   are is binomial, and Wilson's interval holds for few of them, too.  What
   two functions have is anticorrelated, as a sample is in one or the other.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "analyse/errors.h"
#include "analyse/precision.h"

#include <math.h>

/* Standard deviations within which 95 per cent lie.  */
#define ERRORS_Z 1.96

/* Half of the interval for PART of ALL samples, as a share.  */

static double
errors_share (uint64_t part, uint64_t all)
{
  double n = all, k = part < all ? part : all, z = ERRORS_Z;
  return z / (n + z * z) * sqrt (k * (n - k) / n + z * z / 4);
}

/* Whether A of ALL samples are not surely more than B of them.  */

static bool
errors_tie (uint64_t a, uint64_t b, uint64_t all)
{
  double p = (double) a / all, q = (double) b / all;
  return p - q <= ERRORS_Z * sqrt ((p + q - (p - q) * (p - q)) / all);
}

/* The errors of a profile that does not say which samples are whose, as
   gmon.out: by the shares of the time.  */

static void
errors_by_time (struct results *results)
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
errors_find (struct results *results, const struct report_order *order)
{
  const struct model *model = results->model;
  double sampled = 0;
  for (size_t i = 0; i < model->thread_count; i++)
    sampled += results->threads[i];
  if (results->walked == 0)
    {
      errors_by_time (results);
      return;
    }
  for (size_t i = 0; i < model->function_count; i++)
    {
      struct result_function *function = &results->functions[i];
      function->tied = false;
      if (function->self_samples > 0)
	function->self_error
	  = sampled * errors_share (function->self_samples, results->walked);
      if (function->samples > 0)
	function->inclusive_error
	  = sampled * errors_share (function->samples, results->walked);
    }
  for (size_t i = 1; i < order->flat_count; i++)
    {
      const struct result_function *before
	= &results->functions[order->flat[i - 1]];
      struct result_function *function = &results->functions[order->flat[i]];
      function->tied = before->self_samples > 0 && function->self_samples > 0
	&& errors_tie (before->self_samples, function->self_samples,
		       results->walked);
    }
}
