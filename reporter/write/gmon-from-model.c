/* What a gmon.out can hold of a profile of cgprof's own: calls and samples
   in the program itself, in link-time addresses, as the runtime writes it.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "write/gmon-from-model.h"
#include "base/diag.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define GMON_FROM_MODEL_BIN 2	/* Bytes of code for each bin.  */

/* One bin for each two bytes, at most this many.  */
#define GMON_FROM_MODEL_BINS ((uint64_t) 64 << 20)

static bool
gmon_from_model_inside (const struct model *model, uint32_t function)
{
  const struct model_function *each = &model->functions[function];
  return each->module != MODEL_NONE && model->modules[each->module].main
    && !(each->flags & (MODEL_FUNCTION_UNKNOWN | MODEL_FUNCTION_INLINED));
}

static bool
gmon_from_model_sampled (const struct model *model,
			 const struct model_sample *sample)
{
  uint32_t module = model->functions[sample->function].module;
  return sample->address != 0 && module != MODEL_NONE
    && model->modules[module].main;
}

static void
gmon_from_model_arcs (struct gmon_from_model *made,
		      const struct results *results)
{
  const struct model *model = results->model;
  for (size_t i = 0; i < results->arc_count; i++)
    {
      const struct result_arc *arc = &results->arcs[i];
      if (arc->count == 0)
	continue;
      /* Any address in the caller will do.  */
      if (gmon_from_model_inside (model, arc->caller)
	  && gmon_from_model_inside (model, arc->callee))
	gmon_sum_add_arc (&made->sum,
			  model->functions[arc->caller].address + 1,
			  model->functions[arc->callee].address, arc->count);
      else
	made->left_out++;
    }
}

/* Set the histogram of the samples from LOW up to HIGH.  */

static bool
gmon_from_model_histogram (struct gmon_from_model *made,
			   const struct model *model, uint64_t low,
			   uint64_t high)
{
  low &= ~(uint64_t) (GMON_FROM_MODEL_BIN - 1);
  uint64_t bins = (high - low) / GMON_FROM_MODEL_BIN + 1;
  if (bins > GMON_FROM_MODEL_BINS)
    return diag_error (NULL, "samples lie in %" PRIu64 " bytes of code, a "
		       "histogram holds %" PRIu64, high - low,
		       GMON_FROM_MODEL_BINS * GMON_FROM_MODEL_BIN);
  struct gmon *gmon = &made->gmon;
  gmon->histograms = mem_grow (NULL, &gmon->histogram_room, 1,
			       sizeof *gmon->histograms);
  gmon->histogram_count = 1;
  struct gmon_histogram *histogram = &gmon->histograms[0];
  *histogram = (struct gmon_histogram) {
    .low = low, .high = low + bins * GMON_FROM_MODEL_BIN, .bins = bins,
    .samples = mem_alloc (bins, sizeof *histogram->samples)
  };
  double *ns = mem_alloc (bins, sizeof *ns);
  for (size_t i = 0; i < model->sample_count; i++)
    {
      const struct model_sample *sample = &model->samples[i];
      if (gmon_from_model_sampled (model, sample))
	ns[(sample->address - low) / GMON_FROM_MODEL_BIN] += sample->ns;
    }
  /* What rounding adds or takes is carried on, so that the total is right.
     The carry starts at one half.  */
  double period = 1e9 / (double) gmon->rate;
  double carry = period / 2;
  bool good = true;
  for (uint64_t i = 0; i < bins; i++)
    if (ns[i] > 0)
      {
	carry += ns[i];
	double samples = carry / period;
	good = good && samples < UINT32_MAX;
	histogram->samples[i] = good ? (uint32_t) samples : 0;
	carry -= histogram->samples[i] * period;
      }
  free (ns);
  return good || diag_error (NULL, "an address has more than %" PRIu32
			     " samples", UINT32_MAX);
}

bool
gmon_from_model_make (struct gmon_from_model *made,
		      const struct results *results, const struct image *image)
{
  const struct model *model = results->model;
  struct gmon *gmon = &made->gmon;
  gmon_start (gmon, image);
  gmon->has_arcs = true;
  gmon_from_model_arcs (made, results);
  uint64_t low = UINT64_MAX, high = 0;
  for (size_t i = 0; i < model->sample_count; i++)
    {
      const struct model_sample *sample = &model->samples[i];
      if (!gmon_from_model_sampled (model, sample))
	{
	  made->left_out_ns += sample->ns;
	  continue;
	}
      if (sample->address < low)
	low = sample->address;
      if (sample->address > high)
	high = sample->address;
    }
  if (model->sample_ns > 0)
    {
      gmon->has_time = true;
      gmon->rate = (long) (1e9 / model->sample_ns + 0.5);
      memset (gmon->dimension, 0, sizeof gmon->dimension);
      strcpy (gmon->dimension, "seconds");
      gmon->letter = 's';
      if (low <= high && !gmon_from_model_histogram (made, model, low, high))
	return false;
    }
  return gmon_sum_add_up (&made->sum, NULL);
}

void
gmon_from_model_free (struct gmon_from_model *made)
{
  gmon_free (&made->gmon);
  gmon_sum_free (&made->sum);
}
