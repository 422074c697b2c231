/* From the addresses in gmon.out to the functions of a model.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "read/gmon-model.h"
#include "base/diag.h"

#include <inttypes.h>
#include <math.h>

/* Calls are counted in the first bytes of a function, so many.  */
#define GMON_MODEL_PROLOGUE 256

/* Arcs from which on it is worth a word if most of them do not fit.  */
#define GMON_MODEL_ARCS_MIN 8

/* The function at ADDRESS, or MODEL_NONE.  */

static uint32_t
gmon_model_function (const struct gmon_model *gmon_model, uint64_t address)
{
  const struct image *image
    = reader_image (gmon_model->reader, gmon_model->module);
  uint32_t found = image_find (image, address);
  return found == IMAGE_NONE
    ? MODEL_NONE
    : reader_get_function (gmon_model->reader, gmon_model->module, found);
}

bool
gmon_model_add_arc (void *closure, uint64_t from, uint64_t self,
		    uint64_t count)
{
  struct gmon_model *gmon_model = closure;
  struct model *model = gmon_model->reader->model;
  uint32_t caller = gmon_model_function (gmon_model, from);
  uint32_t callee = gmon_model_function (gmon_model, self);
  const struct image *image
    = reader_image (gmon_model->reader, gmon_model->module);
  uint32_t found = image_find (image, self);
  gmon_model->arcs++;
  if (found == IMAGE_NONE
      || self - image->functions[found].address > GMON_MODEL_PROLOGUE)
    gmon_model->strange++;
  if (callee == MODEL_NONE)
    callee = model_get_unknown (model, gmon_model->module);
  bool added = caller == MODEL_NONE
    ? model_add_count (&model->functions[callee].outside, count)
    : model_add_arc (model, caller, callee, count);
  return added || diag_error (NULL, "counts add up to more than 2^63 - 1");
}

bool
gmon_model_add_block (void *closure, uint64_t address, uint64_t count)
{
  struct gmon_model *gmon_model = closure;
  struct model *model = gmon_model->reader->model;
  uint32_t function = gmon_model_function (gmon_model, address);
  if (function == MODEL_NONE)
    function = model_get_unknown (model, gmon_model->module);
  struct model_block block = {
    .function = function, .address = address, .count = count
  };
  model_add_block (model, &block);
  return true;
}

/* The bytes between *AT and END that lie in the next function, which
   becomes *FUNCTION (of IMAGE); *AT moves behind them.  0 at the end.  */

static uint64_t
gmon_model_next_part (const struct image *image, uint64_t *at, uint64_t end,
		      uint32_t *function)
{
  *function = image_find (image, *at);
  if (*function == IMAGE_NONE)
    {
      *at = image_next (image, *at);
      *function = *at < end ? image_find (image, *at) : IMAGE_NONE;
      if (*function == IMAGE_NONE)
	return 0;
    }
  uint64_t start = *at;
  *at = image->functions[*function].end;
  if (*at > end)
    *at = end;
  return *at - start;
}

/* Share TIME, that of the bin from START to END, among the functions in it
   by length.  Padding between functions does not run and takes no share;
   the time of a bin without a function goes to the unknown one, so that
   nothing is lost.  */

static void
gmon_model_time (struct gmon_model *gmon_model, uint64_t start, uint64_t end,
		 double time)
{
  struct reader *reader = gmon_model->reader;
  const struct image *image = reader_image (reader, gmon_model->module);
  uint64_t whole = 0;
  uint64_t part;
  uint32_t found;
  for (uint64_t at = start; at < end
       && (part = gmon_model_next_part (image, &at, end, &found)) > 0;)
    whole += part;
  if (whole == 0)
    {
      reader_add_time (reader, model_get_unknown (reader->model,
						  gmon_model->module),
		       start, time);
      return;
    }
  for (uint64_t at = start; at < end
       && (part = gmon_model_next_part (image, &at, end, &found)) > 0;)
    reader_add_time (reader, reader_get_function (reader, gmon_model->module,
						  found),
		     at - part, time * (double) part / (double) whole);
}

/* Whether the histograms are of code that the image has.  */

static bool
gmon_model_check (const struct gmon_model *gmon_model)
{
  const struct gmon *gmon = gmon_model->gmon;
  const struct image *image
    = reader_image (gmon_model->reader, gmon_model->module);
  uint64_t low = image->functions[0].address;
  uint64_t high = image->functions[image->function_count - 1].end;
  bool fits = gmon->histogram_count == 0;
  for (size_t i = 0; i < gmon->histogram_count; i++)
    if (gmon->histograms[i].low < high && gmon->histograms[i].high > low)
      fits = true;
  if (!fits)
    return diag_error (image->path, "is not what was profiled: its code is "
		       "at 0x%" PRIx64 " to 0x%" PRIx64 ", the histogram is "
		       "for 0x%" PRIx64 " to 0x%" PRIx64, low, high,
		       gmon->histograms[0].low, gmon->histograms[0].high);
  if (gmon_model->arcs >= GMON_MODEL_ARCS_MIN
      && gmon_model->strange > gmon_model->arcs / 2)
    diag_warning (image->path, "%" PRIu64 " of %" PRIu64 " arcs lead where "
		  "no function begins; it may not be what was profiled",
		  gmon_model->strange, gmon_model->arcs);
  return true;
}

bool
gmon_model_add_samples (struct gmon_model *gmon_model)
{
  const struct gmon *gmon = gmon_model->gmon;
  struct model *model = gmon_model->reader->model;
  if (!gmon_model_check (gmon_model))
    return false;
  model->has_time = model->has_time || gmon->has_time;
  model->has_arcs = model->has_arcs || gmon->has_arcs;
  if (gmon->rate == 0)
    return true;
  double sample = 1e9 / (double) gmon->rate;
  for (size_t i = 0; i < gmon->histogram_count; i++)
    {
      const struct gmon_histogram *each = &gmon->histograms[i];
      double scale = (double) (each->high - each->low) / each->bins;
      if (sample > model->sample_ns)
	{
	  model->sample_ns = sample;
	  model->longest_ns = fmax (model->longest_ns, sample);
	  model->sample_bytes = scale < 1 ? 1 : (uint64_t) (scale + 0.5);
	}
      for (uint32_t bin = 0; bin < each->bins; bin++)
	if (each->samples[bin] > 0)
	  {
	    uint64_t start = each->low + (uint64_t) (scale * bin);
	    uint64_t end = each->low + (uint64_t) (scale * (bin + 1.0));
	    gmon_model_time (gmon_model, start, end > start ? end : start + 1,
			     each->samples[bin] * sample);
	  }
    }
  return true;
}
