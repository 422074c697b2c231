/* How exact sampled times are.

   Whether a sample is in a function is a yes or no: the number of those that
   are is binomial, and Wilson's interval holds for few of them, too.  What
   two functions have is anticorrelated, as a sample is in one or the other.

   Samples of system time are others than those of user time: they come with
   the kernel's ticks, and stand for more.  So each kind has an interval of its
   own, and what the samples of user time do not tell of the whole is not told
   of system time either.  With the wall's clock samples of all states are
   alike.

   Samples that come with the kernel's tick are none at random of a thread that
   runs in step with it: a timer wakes it for a moment, say.  What it did when
   no tick came is not known at all.

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

/* The sum of the squares of the weights of COUNT samples that stand for NS: of
   the same weight each or, where threads were sampled more rarely from some
   time on, the most that it can be, with some of the shortest weight and the
   others of the longest.  */

static double
precision_squares (const struct model *model, double ns, double count)
{
  if (!(count > 0))
    return 0;
  double shortest = model->sample_ns;
  return fmax (ns * ns / count, ns * (shortest + model->longest_ns)
				- count * shortest * model->longest_ns);
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
      squares += precision_squares (model, sample->ns, sample->count);
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

/* The samples that errors are found from.  Times are in ticks.  */
struct precision_samples
{
  double time;			/* Of all.  */
  const struct model *eased;	/* Not null: samples have different weights, */
  double squares;		/* whose squares add up to this in all, were
				   all of them of user time.  */
  double user;			/* Number of samples of user time, */
  double all;			/* and of what would have been if there were
				   such of system time.  */
  double system;		/* Number of samples of system time, */
  double system_time;		/* which stand for this, */
  double system_error;		/* with this error.  */
  double in_step;		/* Time of threads all of whose samples are in
				   step with the kernel's tick, */
  double in_step_system;	/* and system time of others that are: nobody
				   knows whose it is.  */
  uint32_t kernel;		/* The function that has them, or
				   MODEL_NONE.  */
};

/* The error of TIME, of which PART of ALL samples were had.  */

static double
precision_sampled (double part, double all, double time)
{
  return part > 0 ? time * precision_share (part < all ? part : all, all) : 0;
}

static void
precision_set_samples (struct precision_samples *samples,
		       const struct results *results)
{
  const struct model *model = results->model;
  *samples = (struct precision_samples) {
    .kernel = model->has_waits ? MODEL_NONE
			       : model_find_external (model, MODEL_KERNEL)
  };
  for (size_t i = 0; i < model->thread_count; i++)
    samples->time += results->threads[i];
  if (samples->kernel != MODEL_NONE)
    {
      const struct result_function *kernel
	= &results->functions[samples->kernel];
      samples->system = kernel->states[MODEL_STATE_SYSTEM].samples;
      samples->system_time = kernel->states[MODEL_STATE_SYSTEM].time;
    }
  samples->user = results->walked - samples->system;
  double user_time = samples->time - samples->system_time;
  if (model->longest_ns > model->sample_ns && user_time > 0
      && samples->user > 0)
    {
      samples->eased = model;
      samples->squares = precision_squares (model, user_time, samples->user);
      samples->user = user_time * user_time / samples->squares;
    }
  samples->all = samples->user;
  if (samples->system == 0 || user_time <= 0)
    return;
  samples->all *= samples->time / user_time;
  samples->squares *= samples->time / user_time;
  samples->system_error = precision_sampled (samples->user, samples->all,
					     samples->time);
}

/* Add up the time of threads that run in step with the kernel's tick.  */

static void
precision_add_in_step (struct precision_samples *samples,
		       const struct results *results)
{
  const struct model *model = results->model;
  for (size_t i = 0; i < model->sample_count; i++)
    {
      const struct model_sample *sample = &model->samples[i];
      const struct model_thread *thread = &model->threads[sample->thread];
      double time = sample->ns / 1e9 * results->second;
      if (!thread->in_step)
	continue;
      if (thread->only_ticks)
	samples->in_step += time;
      else if (sample->function == samples->kernel)
	samples->in_step_system += time;
    }
}

/* The error of user TIME, of which COUNT samples tell.  Those of a function
   that ran early or late may weigh less or more than others': then it is that
   of as many samples of one weight as have the same variance.  */

static double
precision_of_user (const struct precision_samples *samples, double time,
		   double count)
{
  double part = count;
  double all = samples->all;
  if (samples->eased && count > 0)
    {
      double share = fmin (time / samples->time, 1);
      double squares = precision_squares (samples->eased, time, count);
      double variance = squares * (1 - 2 * share)
	+ share * share * samples->squares;
      double weight = share < 1 ? variance / (time * (1 - share)) : 0;
      all = samples->time / fmax (weight, samples->eased->sample_ns);
      part = share * all;
    }
  return precision_sampled (part, all, samples->time);
}

/* The error of TIME, of which COUNT samples tell, SYSTEM of them of
   SYSTEM_TIME.  What ticks tell of threads in step may be anybody's.  */

static double
precision_of_samples (const struct precision_samples *samples, double time,
		      uint64_t count, double system_time, uint64_t system)
{
  double user = precision_combine (
    precision_of_user (samples, time - system_time, count - system),
    precision_combine (samples->in_step, samples->in_step_system));
  if (system == 0)
    return user;
  double kernel = precision_combine (
    precision_sampled (system, samples->system, samples->system_time),
    samples->system_error * system / samples->system);
  return precision_combine (user, kernel);
}

/* Whether A's own time is not surely more than B's.  */

static bool
precision_tie (const struct precision_samples *samples,
	       const struct results *results, uint32_t a, uint32_t b)
{
  const struct result_function *first = &results->functions[a];
  const struct result_function *second = &results->functions[b];
  if (first->self_samples == 0 || second->self_samples == 0)
    return false;
  if (a == samples->kernel || b == samples->kernel)
    return first->self - second->self
	   <= precision_combine (first->self_error, second->self_error);
  if (samples->eased)
    {
      double more = first->self - second->self;
      double squares
	= precision_squares (samples->eased, first->self, first->self_samples)
	  + precision_squares (samples->eased, second->self,
			       second->self_samples);
      return more <= PRECISION_Z * sqrt (fmax (squares - more * more
						 / samples->all, 0));
    }
  double p = first->self_samples / samples->all;
  double q = second->self_samples / samples->all;
  return p - q
	 <= PRECISION_Z * sqrt ((p + q - (p - q) * (p - q)) / samples->all);
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
  if (results->walked == 0)
    {
      precision_find_by_time (results);
      return;
    }
  struct precision_samples samples;
  precision_set_samples (&samples, results);
  precision_add_in_step (&samples, results);
  for (size_t i = 0; i < model->function_count; i++)
    {
      struct result_function *function = &results->functions[i];
      if (function->calls == 0 && function->samples == 0)
	continue;
      const struct result_state *system
	= &function->states[MODEL_STATE_SYSTEM];
      bool has_system = samples.kernel != MODEL_NONE;
      bool is_kernel = i == samples.kernel;
      function->self_error
	= precision_of_samples (&samples, function->self,
				function->self_samples,
				is_kernel ? function->self : 0,
				is_kernel ? function->self_samples : 0);
      function->inclusive_error
	= precision_of_samples (&samples, function->self + function->child,
				function->samples,
				has_system ? system->time : 0,
				has_system ? system->samples : 0);
    }
  for (size_t i = 1; i < order->flat_count; i++)
    results->functions[order->flat[i]].tied
      = precision_tie (&samples, results, order->flat[i - 1], order->flat[i]);
}
