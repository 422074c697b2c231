/* The parts of source files that an HTML report shows.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "html/source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A file up to this size is shown as a whole.  */
#define HTML_WHOLE_BYTES (256 * 1024)

/* Files beyond this size are no source.  */
#define HTML_FILE_BYTES (64 * 1024 * 1024)

/* Lines shown before a function and behind what is known to be of it.  */
#define HTML_MARGIN 4

/* A gap of fewer lines is shown.  */
#define HTML_LEAST_GAP 12

/* A function of unknown length is shown up to this.  */
#define HTML_FUNCTION_LINES 400

/* The file called NAME, as SOURCE.LINES names files; the compiler was given it
   as GIVEN.  */

static uint32_t
html_get_named (struct html_source *source, const char *name,
		const char *given)
{
  uint32_t *place = dict_place (&source->known, name);
  if (*place == MAP_NONE)
    {
      *place = source->file_count;
      source->files = mem_grow (source->files, &source->file_room,
				source->file_count + 1,
				sizeof *source->files);
      source->files[source->file_count++]
	= (struct html_file) { .name = name, .given = given };
    }
  return *place;
}

/* The file PATH in the code of FUNCTION; MODEL_NONE if it is not known.  */

static uint32_t
html_get_file (struct html_source *source,
	       const struct model_function *function, const char *path)
{
  if (!path || !path[0])
    return MODEL_NONE;
  uint32_t *place = map_place (&source->places, (uintptr_t) path,
			       (uintptr_t) function->directory);
  if (*place == MAP_NONE)
    {
      struct arena *arena = &source->lines.arena;
      const char *directory = function->directory;
      *place = html_get_named
	(source, source_lines_whole_path (arena, path, directory),
	 source_lines_given_path (arena, path, directory));
    }
  return *place;
}

void
html_source_find (struct html_source *source, const struct results *results)
{
  const struct model *model = results->model;
  const struct source_lines_choice everything = { NULL, NULL };
  source_lines_make (&source->lines, results, &everything);
  source->function_files = mem_alloc (model->function_count,
				      sizeof *source->function_files);
  source->site_files = mem_alloc (model->site_count,
				  sizeof *source->site_files);
  source->line_files = mem_alloc (source->lines.file_count,
				  sizeof *source->line_files);
  for (size_t i = 0; i < model->function_count; i++)
    source->function_files[i] = html_get_file (source, &model->functions[i],
					       model->functions[i].file);
  for (size_t i = 0; i < model->site_count; i++)
    source->site_files[i]
      = html_get_file (source, &model->functions[model->sites[i].caller],
		       model->sites[i].file);
  for (size_t i = 0; i < source->lines.file_count; i++)
    source->line_files[i]
      = html_get_named (source, source->lines.files[i].name,
			source->lines.files[i].given);
}

/* The lines of one file that something is known of: as bits of MARKS, which
   has room for COUNT lines.  */
struct html_marks
{
  unsigned char *marks;
  size_t count;
};

enum html_mark
{
  HTML_SHOWN = 1,		/* Something is counted here.  */
  HTML_BEGINS = 2,		/* A function begins, */
  HTML_LIVE = 4			/* which was called or has time.  */
};

static void
html_mark (struct html_marks *marks, uint32_t line, int mark)
{
  if (line > 0 && line <= marks->count)
    marks->marks[line - 1] |= mark;
}

/* Mark what is known of the lines of each file, one array a file.  */

static void
html_mark_all (const struct html_source *source, const struct results *results,
	       struct html_marks *all)
{
  const struct model *model = results->model;
  for (size_t i = 0; i < model->function_count; i++)
    {
      const struct model_function *function = &model->functions[i];
      const struct result_function *result = &results->functions[i];
      uint32_t file = source->function_files[i];
      if (file == MODEL_NONE)
	continue;
      bool live = result->calls > 0 || result->self > 0
	|| result->child > 0;
      html_mark (&all[file], function->line,
		 live ? HTML_BEGINS | HTML_LIVE : HTML_BEGINS);
    }
  for (size_t i = 0; i < model->site_count; i++)
    if (source->site_files[i] != MODEL_NONE && model->sites[i].count > 0)
      html_mark (&all[source->site_files[i]], model->sites[i].line,
		 HTML_SHOWN);
  for (size_t i = 0; i < source->lines.line_count; i++)
    {
      const struct source_line *line = &source->lines.lines[i];
      if (line->inclusive > 0)
	html_mark (&all[source->line_files[line->file]], line->number,
		   HTML_SHOWN);
    }
}

/* Whether anything was called or took time there.  */

static bool
html_is_used (const struct html_marks *marks)
{
  for (size_t i = 0; i < marks->count; i++)
    if (marks->marks[i] & (HTML_SHOWN | HTML_LIVE))
      return true;
  return false;
}

/* Turn MARKS into the lines to show: SHOWN is set on each.  */

static void
html_choose (struct html_marks *marks)
{
  unsigned char *shown = mem_alloc (marks->count, 1);
  size_t begin = 0;
  bool live = false;
  for (size_t i = 0; i < marks->count; i++)
    {
      if (marks->marks[i] & HTML_BEGINS)
	{
	  begin = i;
	  live = (marks->marks[i] & HTML_LIVE) != 0;
	}
      bool wanted = (live && i - begin < HTML_FUNCTION_LINES)
	|| (marks->marks[i] & HTML_SHOWN);
      if (!wanted)
	continue;
      size_t from = i < HTML_MARGIN ? 0 : i - HTML_MARGIN;
      size_t to = i + HTML_MARGIN < marks->count ? i + HTML_MARGIN
						 : marks->count - 1;
      memset (shown + from, 1, to - from + 1);
    }
  /* Close what is hardly a gap.  */
  size_t gap = 0;
  for (size_t i = 0; i < marks->count; i++)
    if (!shown[i])
      gap++;
    else
      {
	if (gap < HTML_LEAST_GAP)
	  memset (shown + i - gap, 1, gap);
	gap = 0;
      }
  free (marks->marks);
  marks->marks = shown;
}

/* All of FROM, *SIZE bytes, without zeros; or NULL.  To be freed.  */

static char *
html_slurp (FILE *from, size_t *size)
{
  char *text = NULL;
  size_t room = 0;
  *size = 0;
  size_t got;
  do
    {
      text = mem_grow (text, &room, *size + 65537, 1);
      got = fread (text + *size, 1, 65536, from);
      *size += got;
    }
  while (got > 0 && *size <= HTML_FILE_BYTES);
  if (ferror (from) || *size > HTML_FILE_BYTES || memchr (text, 0, *size))
    {
      free (text);
      return NULL;
    }
  text[*size] = '\0';
  return text;
}

static void
html_add_part (struct html_file *file, uint32_t first, const char *text,
	       size_t length)
{
  file->parts = mem_grow (file->parts, &file->part_room,
			  file->part_count + 1, sizeof *file->parts);
  char *copy = mem_alloc (length + 1, 1);
  memcpy (copy, text, length);
  file->parts[file->part_count++] = (struct html_part) { first, copy };
}

static size_t
html_count_lines (const char *text, size_t size)
{
  size_t lines = 0;
  for (size_t i = 0; i < size; i++)
    lines += text[i] == '\n';
  return lines + (size > 0 && text[size - 1] != '\n');
}

/* Divide FILE's TEXT into parts: the lines that MARKS shows.  */

static void
html_divide (struct html_file *file, const char *text, size_t size,
	     const struct html_marks *marks)
{
  const char *end = text + size;
  const char *begin = NULL;
  uint32_t first = 0;
  size_t number = 0;
  for (const char *line = text; line < end; number++)
    {
      const char *stop = memchr (line, '\n', end - line);
      if (!stop)
	stop = end;
      bool shown = marks->marks[number];
      if (shown && !begin)
	{
	  begin = line;
	  first = number + 1;
	}
      bool last = stop + 1 >= end || !marks->marks[number + 1];
      if (shown && last)
	{
	  html_add_part (file, first, begin, stop - begin);
	  begin = NULL;
	}
      line = stop + 1;
    }
}

void
html_source_read (struct html_source *source, const struct results *results,
		  const struct source_search *search)
{
  struct html_marks *all = mem_alloc (source->file_count, sizeof *all);
  char **texts = mem_alloc (source->file_count, sizeof *texts);
  size_t *sizes = mem_alloc (source->file_count, sizeof *sizes);
  for (size_t i = 0; i < source->file_count; i++)
    {
      char *path = source_search_find (search, source->files[i].name,
				       source->files[i].given);
      FILE *from = path ? fopen (path, "r") : NULL;
      free (path);
      if (!from)
	continue;
      texts[i] = html_slurp (from, &sizes[i]);
      fclose (from);
      if (!texts[i])
	continue;
      all[i].count = html_count_lines (texts[i], sizes[i]);
      all[i].marks = mem_alloc (all[i].count, 1);
      source->files[i].found = true;
      source->files[i].lines = all[i].count;
    }
  html_mark_all (source, results, all);
  for (size_t i = 0; i < source->file_count; i++)
    if (texts[i])
      {
	if (!html_is_used (&all[i]))
	  memset (all[i].marks, 0, all[i].count);
	else if (sizes[i] <= HTML_WHOLE_BYTES)
	  memset (all[i].marks, 1, all[i].count);
	else
	  html_choose (&all[i]);
	html_divide (&source->files[i], texts[i], sizes[i], &all[i]);
	free (all[i].marks);
	free (texts[i]);
      }
  free (all);
  free (texts);
  free (sizes);
}

void
html_source_free (struct html_source *source)
{
  for (size_t i = 0; i < source->file_count; i++)
    {
      for (size_t j = 0; j < source->files[i].part_count; j++)
	free (source->files[i].parts[j].text);
      free (source->files[i].parts);
    }
  free (source->files);
  free (source->function_files);
  free (source->site_files);
  free (source->line_files);
  source_lines_free (&source->lines);
  dict_free (&source->known);
  map_free (&source->places);
}
