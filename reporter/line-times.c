/* Time at lines of source, measured by samples and their stacks.

   As for functions (inclusive.c) a stamp tells whether a sample was counted
   for a line already.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "line-times.h"

#include <stdlib.h>

/* How lines are found.  */
struct line_index
{
  struct line_times *times;
  struct map pointers;		/* Number of a file by where its name is, */
  struct dict names;		/* and by its name.  */
  struct map lines;		/* Index by file and line.  */
  uint32_t files;
};

static uint32_t
line_index_find (struct line_index *index, const char *file, uint32_t line)
{
  if (!file || line == 0)
    return MODEL_NONE;
  uint32_t *number = map_place (&index->pointers, (uintptr_t) file, 0);
  if (*number == MAP_NONE)
    {
      uint32_t *named = dict_place (&index->names, file);
      if (*named == MAP_NONE)
	*named = index->files++;
      *number = *named;
    }
  struct line_times *times = index->times;
  uint32_t *place = map_place (&index->lines, *number, line);
  if (*place == MAP_NONE)
    {
      *place = times->count;
      times->lines = mem_grow (times->lines, &times->room, times->count + 1,
			       sizeof *times->lines);
      times->lines[times->count++]
	= (struct line_time) { .file = file, .line = line };
    }
  return *place;
}

/* Add TIME to what LINE had on the stack, unless sample STAMP has.  */

static void
line_times_add (struct line_times *times, uint32_t line, uint64_t stamp,
		double time)
{
  if (line == MODEL_NONE || times->lines[line].stamp == stamp)
    return;
  times->lines[line].stamp = stamp;
  times->lines[line].inclusive += time;
}

void
line_times_find (struct line_times *times, const struct model *model)
{
  if (!model->measured)
    return;
  struct line_index index = { .times = times };
  uint32_t *lines = mem_alloc (model->context_count, sizeof *lines);
  for (size_t i = 0; i < model->context_count; i++)
    lines[i] = line_index_find (&index, model->contexts[i].file,
				model->contexts[i].line);
  for (size_t i = 0; i < model->sample_count; i++)
    {
      const struct model_sample *sample = &model->samples[i];
      uint32_t line = line_index_find (&index, sample->file, sample->line);
      if (line != MODEL_NONE)
	times->lines[line].self += sample->ns;
      line_times_add (times, line, i + 1, sample->ns);
      for (uint32_t context = sample->context; context != MODEL_NONE;
	   context = model->contexts[context].parent)
	line_times_add (times, lines[context], i + 1, sample->ns);
    }
  free (lines);
  map_free (&index.pointers);
  dict_free (&index.names);
  map_free (&index.lines);
}

void
line_times_free (struct line_times *times)
{
  free (times->lines);
}
