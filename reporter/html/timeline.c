/* When the samples of an HTML report were taken, for the page to choose from.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "html/timeline.h"
#include "base/mem.h"

#include <stdlib.h>

/* The most buckets: no screen shows more.  */
#define TIMELINE_BUCKETS 100000

/* The most rows, about 2 MB of the page, but a few for each sample at
   least.  */
#define TIMELINE_ROWS ((size_t) 1 << 17)
#define TIMELINE_ROWS_PER_SAMPLE 4

/* The shortest step, in ns.  */
#define TIMELINE_LEAST_STEP 1000

/* The timeline while it is made.  */
struct html_timeline_maker
{
  struct html_timeline *timeline;
  const struct model *model;
  size_t most;			/* Rows there may be.  */
  uint32_t *last;		/* Of each sample the row made last, or
				   MODEL_NONE.  */
};

/* Return when TIME was, as timelines count.  */

static uint64_t
html_timeline_at (const struct model *model, const struct model_time *time)
{
  uint32_t thread = model->samples[time->sample].thread;
  return model_find_offset (model, model->threads[thread].process,
			    time->at_ns);
}

/* A bucket, and its borders.  */
struct html_timeline_bucket
{
  uint32_t number;
  uint64_t begin, end;
};

/* Return the bucket that TIME lies in.  Its number is that of the borders from
   0 up to TIME, less the one at 0.  */

static struct html_timeline_bucket
html_timeline_find (const struct html_timeline *timeline, uint64_t time)
{
  size_t low = 0, high = timeline->border_count;
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      if (timeline->borders[middle] <= time)
	low = middle + 1;
      else
	high = middle;
    }
  uint64_t begin = time / timeline->step * timeline->step;
  struct html_timeline_bucket bucket = {
    time / timeline->step + low, begin, begin + timeline->step
  };
  if (low > 0 && timeline->borders[low - 1] > bucket.begin)
    bucket.begin = timeline->borders[low - 1];
  if (low < timeline->border_count && timeline->borders[low] < bucket.end)
    bucket.end = timeline->borders[low];
  return bucket;
}

/* Add NS of SAMPLE in LENGTH buckets from BUCKET on.  Return false if there is
   no room.  */

static bool
html_timeline_add (struct html_timeline_maker *maker, uint32_t sample,
		   uint32_t bucket, uint32_t length, double ns)
{
  struct html_timeline *timeline = maker->timeline;
  uint32_t *last = &maker->last[sample];
  if (*last != MODEL_NONE && length == 1
      && timeline->rows[*last].bucket == bucket
      && timeline->rows[*last].length == 1)
    {
      timeline->rows[*last].ns += ns;
      return true;
    }
  if (timeline->row_count >= maker->most)
    return false;
  timeline->rows = mem_grow (timeline->rows, &timeline->row_room,
			     timeline->row_count + 1,
			     sizeof *timeline->rows);
  *last = timeline->row_count;
  timeline->rows[timeline->row_count++] = (struct html_timeline_row) {
    .bucket = bucket, .length = length, .sample = sample, .ns = ns
  };
  return true;
}

/* Add a wait of SAMPLE for NS up to END: the parts of the buckets in which it
   began and ended, and what lies between.  */

static bool
html_timeline_add_wait (struct html_timeline_maker *maker, uint32_t sample,
			double ns, uint64_t end)
{
  uint64_t begin = end > ns ? end - (uint64_t) ns : 0;
  struct html_timeline_bucket first
    = html_timeline_find (maker->timeline, begin);
  struct html_timeline_bucket last = html_timeline_find (maker->timeline, end);
  if (first.number == last.number)
    return html_timeline_add (maker, sample, first.number, 1, ns);
  return html_timeline_add (maker, sample, first.number, 1, first.end - begin)
    && (first.end == last.begin
	|| html_timeline_add (maker, sample, first.number + 1,
			      last.number - first.number - 1,
			      last.begin - first.end))
    && (last.begin == end
	|| html_timeline_add (maker, sample, last.number, 1,
			      end - last.begin));
}

/* Add all times in steps of TIMELINE->step.  Return false if there is no
   room.  */

static bool
html_timeline_fill (struct html_timeline_maker *maker)
{
  const struct model *model = maker->model;
  maker->timeline->row_count = 0;
  for (size_t i = 0; i < model->sample_count; i++)
    maker->last[i] = MODEL_NONE;
  for (size_t i = 0; i < model->time_count; i++)
    {
      const struct model_time *time = &model->times[i];
      uint64_t at = html_timeline_at (model, time);
      if (!(time->waited
	    ? html_timeline_add_wait (maker, time->sample, time->ns, at)
	    : html_timeline_add (maker, time->sample,
				 html_timeline_find (maker->timeline, at)
				 .number, 1, time->ns)))
	return false;
    }
  return true;
}

static int
html_timeline_compare_rows (const void *x, const void *y)
{
  const struct html_timeline_row *a = x, *b = y;
  if (a->bucket != b->bucket)
    return a->bucket < b->bucket ? -1 : 1;
  return a->sample < b->sample ? -1 : a->sample > b->sample;
}

static int
html_timeline_compare_times (const void *x, const void *y)
{
  const uint64_t *a = x, *b = y;
  return *a < *b ? -1 : *a > *b;
}

/* Set the borders at marks, and the end.  */

static void
html_timeline_set_ends (struct html_timeline *timeline,
			const struct model *model)
{
  timeline->border_count = model->mark_count;
  timeline->borders = mem_alloc (model->mark_count,
				 sizeof *timeline->borders);
  for (size_t i = 0; i < model->mark_count; i++)
    timeline->borders[i] = model_find_offset (model, model->marks[i].process,
					      model->marks[i].at_ns);
  if (model->mark_count > 0)
    {
      qsort (timeline->borders, model->mark_count, sizeof *timeline->borders,
	     html_timeline_compare_times);
      timeline->end = timeline->borders[model->mark_count - 1];
    }
  for (size_t i = 0; i < model->time_count; i++)
    {
      uint64_t at = html_timeline_at (model, &model->times[i]);
      if (at > timeline->end)
	timeline->end = at;
    }
}

/* Return the step that follows STEP in 1, 2, 5, 10, ...  */

static uint64_t
html_timeline_longer (uint64_t step)
{
  uint64_t power = 1;
  while (step / power >= 10)
    power *= 10;
  return step / power == 2 ? 5 * power : 2 * step;
}

/* Return the first step from which on there are no more than
   TIMELINE_BUCKETS.  */

static uint64_t
html_timeline_first_step (const struct html_timeline *timeline)
{
  uint64_t step = TIMELINE_LEAST_STEP;
  while (timeline->end / step >= TIMELINE_BUCKETS)
    step = html_timeline_longer (step);
  return step;
}

void
html_timeline_make (struct html_timeline *timeline, const struct model *model)
{
  *timeline = (struct html_timeline) { 0 };
  if (model->time_count == 0)
    return;
  html_timeline_set_ends (timeline, model);
  timeline->step = html_timeline_first_step (timeline);
  struct html_timeline_maker maker = {
    .timeline = timeline, .model = model,
    .most = model->sample_count * TIMELINE_ROWS_PER_SAMPLE,
    .last = mem_alloc (model->sample_count, sizeof *maker.last)
  };
  if (maker.most < TIMELINE_ROWS)
    maker.most = TIMELINE_ROWS;
  while (!html_timeline_fill (&maker))
    {
      timeline->step = html_timeline_longer (timeline->step);
      if (timeline->step <= timeline->end || timeline->border_count == 0)
	continue;
      /* The marks are too many.  */
      timeline->border_count = 0;
      timeline->step = html_timeline_first_step (timeline);
    }
  free (maker.last);
  qsort (timeline->rows, timeline->row_count, sizeof *timeline->rows,
	 html_timeline_compare_rows);
}

void
html_timeline_free (struct html_timeline *timeline)
{
  free (timeline->borders);
  free (timeline->rows);
}
