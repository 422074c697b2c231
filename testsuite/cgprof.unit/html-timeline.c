/* Area:    reporter, html/timeline
   Purpose: times of samples by bucket: few rows however many times there are,
   exact between borders, with marks among them while those are few.
   Sources: html/timeline.c model/model.c

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "html/timeline.h"
#include "check.h"

#include <stdlib.h>

#define MS UINT64_C (1000000)
#define START (77 * MS)

/* A model of one thread with COUNT samples; free it with model_free.  */

static struct model
make_model (size_t count)
{
  struct model model = { 0 };
  struct model_process process = { .profile_ns = START, .start_ns = START };
  struct model_thread thread = { 0 };
  struct model_sample sample = { .context = MODEL_NONE };
  model_add_process (&model, &process);
  model_add_thread (&model, &thread);
  for (size_t i = 0; i < count; i++)
    model_add_sample (&model, &sample);
  return model;
}

static void
add_time (struct model *model, uint32_t sample, uint64_t at, double ns,
	  bool waited)
{
  model_add_time (model, &(struct model_time) {
      .at_ns = START + at, .ns = ns, .sample = sample, .waited = waited });
}

static void
add_mark (struct model *model, uint64_t at)
{
  model_add_mark (model, &(struct model_mark) {
      .name = "mark", .at_ns = START + at });
}

/* The number of borders of TIMELINE up to TIME.  */

static uint32_t
count_borders (const struct html_timeline *timeline, uint64_t time)
{
  uint32_t count = time / timeline->step + 1;
  for (size_t i = 0; i < timeline->border_count; i++)
    count += timeline->borders[i] <= time;
  return count;
}

/* The time of SAMPLE in TIMELINE before the border TIME.  */

static double
time_before (const struct html_timeline *timeline, uint32_t sample,
	     uint64_t time)
{
  uint32_t end = count_borders (timeline, time) - 1;
  double sum = 0;
  for (size_t i = 0; i < timeline->row_count; i++)
    if (timeline->rows[i].sample == sample
	&& timeline->rows[i].bucket + timeline->rows[i].length <= end)
      sum += timeline->rows[i].ns;
  return sum;
}

/* An hour at 1 kHz, whose two samples are seen by turns; a mark in it.  */

static void
check_many (void)
{
  struct model model = make_model (2);
  struct html_timeline timeline;
  uint32_t count = 3600000;
  uint64_t mark = 1234567 * MS + 890;
  double before[2] = { 0, 0 };
  for (uint32_t i = 1; i <= count; i++)
    {
      add_time (&model, i & 1, i * MS, MS, false);
      if (i * MS < mark)
	before[i & 1] += MS;
    }
  add_mark (&model, mark);
  html_timeline_make (&timeline, &model);
  CHECK (timeline.row_count <= 1 << 17);
  CHECK (timeline.row_count > 1 << 15);
  CHECK (timeline.step == 100 * MS);
  CHECK (timeline.end == count * MS);
  CHECK (timeline.border_count == 1 && timeline.borders[0] == mark);
  for (uint32_t sample = 0; sample < 2; sample++)
    {
      CHECK (time_before (&timeline, sample, mark) == before[sample]);
      CHECK (time_before (&timeline, sample, 2 * count * MS)
	     == count / 2 * MS);
      CHECK (time_before (&timeline, sample, 500 * MS)
	     == (sample == 0 ? 249 : 250) * MS);
    }
  for (size_t i = 1; i < timeline.row_count; i++)
    CHECK (timeline.rows[i - 1].bucket <= timeline.rows[i].bucket);
  html_timeline_free (&timeline);
  model_free (&model);
}

/* A wait is of all of its time.  */

static void
check_wait (void)
{
  struct model model = make_model (1);
  struct html_timeline timeline;
  add_time (&model, 0, 900 * MS + 7, 800 * MS, true);
  add_mark (&model, 500 * MS + 3);
  html_timeline_make (&timeline, &model);
  CHECK (timeline.step == MS / 100);
  CHECK (timeline.row_count <= 3);
  double sum = 0;
  for (size_t i = 0; i < timeline.row_count; i++)
    sum += timeline.rows[i].ns;
  CHECK (sum == 800 * MS);
  uint32_t first = timeline.rows[0].bucket;
  CHECK (first == count_borders (&timeline, 100 * MS) - 1);
  CHECK (timeline.rows[0].ns == MS / 100 - 7);
  CHECK (timeline.rows[1].length
	 == count_borders (&timeline, 900 * MS) - first - 2);
  CHECK (timeline.rows[2].ns == 7);
  html_timeline_free (&timeline);
  model_free (&model);
}

/* So many marks and samples that each part would need too many rows.  */

static void
check_marks (void)
{
  size_t samples = 50000;
  struct model model = make_model (samples);
  struct html_timeline timeline;
  for (uint32_t turn = 0; turn < 20; turn++)
    {
      for (uint32_t i = 0; i < samples; i++)
	add_time (&model, i, turn * 100 * MS + i, 1000, false);
      add_mark (&model, turn * 100 * MS + 50 * MS);
    }
  html_timeline_make (&timeline, &model);
  CHECK (timeline.border_count == 0);
  CHECK (timeline.row_count <= 4 * samples);
  CHECK (time_before (&timeline, 7, UINT64_C (1) << 40) == 20 * 1000);
  html_timeline_free (&timeline);
  model_free (&model);
}

static void
check_none (void)
{
  struct model model = make_model (1);
  struct html_timeline timeline;
  html_timeline_make (&timeline, &model);
  CHECK (timeline.row_count == 0);
  html_timeline_free (&timeline);
  model_free (&model);
}

int
main (void)
{
  check_many ();
  check_wait ();
  check_marks ();
  check_none ();
  return check_end ();
}
