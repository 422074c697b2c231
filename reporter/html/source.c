/* The parts of source files that an HTML report shows.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "html/source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How much of a file is shown: all, if it is not larger than
   HTML_WHOLE_BYTES; functions that have calls or time; or only lines that have
   some.  That of all files is not more than HTML_SHOWN_BYTES, but for the
   last.  */
enum html_detail
{
  HTML_DETAIL_WHOLE,
  HTML_DETAIL_FUNCTIONS,
  HTML_DETAIL_LINES
};

#define HTML_WHOLE_BYTES (256 * 1024)
#define HTML_SHOWN_BYTES (2 * 1024 * 1024)

/* Files beyond this size are no source.  */
#define HTML_FILE_BYTES (64 * 1024 * 1024)

/* Lines shown before and behind what is shown for itself, by detail.  */
static const size_t html_margins[] = {
  [HTML_DETAIL_FUNCTIONS] = 4, [HTML_DETAIL_LINES] = 2
};

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

uint32_t
html_source_file (struct html_source *source,
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
    source->function_files[i]
      = html_source_file (source, &model->functions[i],
			  model->functions[i].file);
  for (size_t i = 0; i < model->site_count; i++)
    source->site_files[i]
      = html_source_file (source, &model->functions[model->sites[i].caller],
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
      if (line->inclusive > 0 || line->executions > 0)
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

/* Return which lines of a file to show in DETAIL, one byte a line, by MARKS.
   To be freed.  */

static unsigned char *
html_choose (const struct html_marks *marks, enum html_detail detail)
{
  unsigned char *shown = mem_alloc (marks->count, 1);
  if (!html_is_used (marks))
    return shown;
  if (detail == HTML_DETAIL_WHOLE)
    {
      memset (shown, 1, marks->count);
      return shown;
    }
  size_t begin = 0, margin = html_margins[detail];
  bool live = false;
  for (size_t i = 0; i < marks->count; i++)
    {
      if (marks->marks[i] & HTML_BEGINS)
	{
	  begin = i;
	  live = (marks->marks[i] & HTML_LIVE) != 0;
	}
      size_t length = detail == HTML_DETAIL_LINES ? 1 : HTML_FUNCTION_LINES;
      bool near = i - begin < length;
      if (!(live && near) && !(marks->marks[i] & HTML_SHOWN))
	continue;
      size_t from = i < margin ? 0 : i - margin;
      size_t to = i + margin < marks->count ? i + margin : marks->count - 1;
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
  return shown;
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

/* Divide FILE's TEXT into parts: the lines that are SHOWN, one byte each.
   Return how many bytes they have.  */

static size_t
html_divide (struct html_file *file, const char *text, size_t size,
	     const unsigned char *shown)
{
  const char *end = text + size;
  const char *begin = NULL;
  uint32_t first = 0;
  size_t number = 0, sum = 0;
  for (const char *line = text; line < end; number++)
    {
      const char *stop = memchr (line, '\n', end - line);
      if (!stop)
	stop = end;
      if (shown[number] && !begin)
	{
	  begin = line;
	  first = number + 1;
	}
      bool last = stop + 1 >= end || !shown[number + 1];
      if (shown[number] && last)
	{
	  html_add_part (file, first, begin, stop - begin);
	  sum += stop - begin;
	  begin = NULL;
	}
      line = stop + 1;
    }
  return sum;
}

static void
html_free_parts (struct html_file *file)
{
  for (size_t i = 0; i < file->part_count; i++)
    free (file->parts[i].text);
  free (file->parts);
  file->parts = NULL;
  file->part_count = file->part_room = 0;
}

/* Divide the TEXTS of SOURCE's files, of SIZES, by the marks ALL into what is
   shown in DETAIL, and return how many bytes that is.  */

static size_t
html_divide_all (const struct html_source *source, char *const *texts,
		 const size_t *sizes, const struct html_marks *all,
		 enum html_detail detail)
{
  size_t sum = 0;
  for (size_t i = 0; i < source->file_count; i++)
    if (texts[i])
      {
	bool large = sizes[i] > HTML_WHOLE_BYTES;
	unsigned char *shown
	  = html_choose (&all[i], large && detail == HTML_DETAIL_WHOLE
				  ? HTML_DETAIL_FUNCTIONS : detail);
	sum += html_divide (&source->files[i], texts[i], sizes[i], shown);
	free (shown);
      }
  return sum;
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
  enum html_detail detail = HTML_DETAIL_WHOLE;
  while (html_divide_all (source, texts, sizes, all, detail) > HTML_SHOWN_BYTES
	 && detail < HTML_DETAIL_LINES)
    {
      for (size_t i = 0; i < source->file_count; i++)
	html_free_parts (&source->files[i]);
      detail++;
    }
  for (size_t i = 0; i < source->file_count; i++)
    {
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
    html_free_parts (&source->files[i]);
  free (source->files);
  free (source->function_files);
  free (source->site_files);
  free (source->line_files);
  source_lines_free (&source->lines);
  dict_free (&source->known);
  map_free (&source->places);
}
