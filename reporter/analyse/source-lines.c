/* What is known of each line of source.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "analyse/source-lines.h"
#include "analyse/context-walk.h"
#include "analyse/filter.h"
#include "base/sort.h"

#include <stdlib.h>
#include <string.h>

/* SOURCE being made.  */
struct source_lines_work
{
  struct source_lines *source;
  const struct model *model;
  const struct results *results;
  struct dict names;		/* File by whole path.  */
  struct map known;		/* File by (path, directory), pointers.  */
  struct map lines;		/* Line by (file, number).  */
  uint32_t *sites;		/* Line by site, or MODEL_NONE, */
  uint32_t *contexts;		/* by context, */
  uint32_t *samples;		/* and by sample.  */
  uint32_t *open;		/* By line: contexts on the stack that are on
				   it.  */
  double *below;		/* By context: time of the samples below.  */
  struct context_walk walk;
};

/* ---- Files.  */

/* Take "." and ".." out of PATH, as far as that can be told.  */

static char *
source_lines_make_plain (char *path)
{
  bool rooted = path[0] == '/';
  char *to = path + rooted;
  char *least = to;
  char *from = to;
  while (*from)
    {
      size_t length = strcspn (from, "/");
      char *next = from + length + (from[length] == '/');
      bool up = length == 2 && memcmp (from, "..", 2) == 0;
      if (length == 0 || (length == 1 && *from == '.'))
	;
      else if (up && to > least)
	for (to--; to > least && to[-1] != '/'; to--)
	  continue;
      else if (!up || !rooted)
	{
	  memmove (to, from, length);
	  to += length;
	  *to++ = '/';
	  if (up)
	    least = to;
	}
      from = next;
    }
  if (to > path + rooted)
    to--;
  *to = 0;
  return path;
}

const char *
source_lines_whole_path (struct arena *arena, const char *path,
			 const char *directory)
{
  if (path[0] == '/')
    directory = NULL;
  return source_lines_make_plain
    (directory ? arena_format (arena, "%s/%s", directory, path)
	       : arena_string (arena, path));
}

const char *
source_lines_given_path (struct arena *arena, const char *path,
			 const char *directory)
{
  if (path[0] != '/' || !directory)
    return path;
  const char *plain = source_lines_whole_path (arena, directory, NULL);
  size_t length = strlen (plain);
  return strncmp (path, plain, length) == 0 && path[length] == '/'
    ? path + length + 1 : path;
}

/* The file called PATH in the code of FUNCTION.  */

static uint32_t
source_lines_get_file (struct source_lines_work *work, const char *path,
		       uint32_t function)
{
  struct source_lines *source = work->source;
  const char *compiled = work->model->functions[function].directory;
  const char *directory = path[0] == '/' ? NULL : compiled;
  uint32_t *known = map_place (&work->known, (uintptr_t) path,
			       (uintptr_t) directory);
  if (*known != MAP_NONE)
    return *known;
  const char *name = source_lines_whole_path (&source->arena, path, directory);
  uint32_t *file = dict_place (&work->names, name);
  if (*file == MAP_NONE)
    {
      *file = source->file_count;
      source->files = mem_grow (source->files, &source->file_room,
				source->file_count + 1,
				sizeof *source->files);
      source->files[source->file_count++] = (struct source_file) {
	.name = name,
	.given = source_lines_given_path (&source->arena, path, compiled)
      };
    }
  else if (path[0] != '/')
    source->files[*file].given = path;
  return *known = *file;
}

/* The line NUMBER of the file PATH in the code of FUNCTION, or MODEL_NONE if
   they are not known.  */

static uint32_t
source_lines_get_line (struct source_lines_work *work, const char *path,
		       uint32_t number, uint32_t function)
{
  struct source_lines *source = work->source;
  if (!path || number == 0)
    return MODEL_NONE;
  uint32_t file = source_lines_get_file (work, path, function);
  uint32_t *line = map_place (&work->lines, file, number);
  if (*line == MAP_NONE)
    {
      *line = source->line_count;
      source->lines = mem_grow (source->lines, &source->line_room,
				source->line_count + 1,
				sizeof *source->lines);
      source->lines[source->line_count++] = (struct source_line) {
	.file = file, .number = number
      };
    }
  return *line;
}

/* ---- Figures.  */

/* Fill SOURCE's array *TO with the indices below COUNT by the line that
   LINES says of each, and tell each line where it begins, through FIRST and
   NUMBER, offsets in struct source_line.  */

static void
source_lines_distribute (struct source_lines *source, const uint32_t *lines,
			 size_t count, uint32_t **to, size_t first,
			 size_t number)
{
  uint32_t sum = 0;
  *to = mem_alloc (count, sizeof **to);
  for (size_t i = 0; i < count; i++)
    if (lines[i] != MODEL_NONE)
      ++*(uint32_t *) ((char *) &source->lines[lines[i]] + number);
  for (size_t i = 0; i < source->line_count; i++)
    {
      char *line = (char *) &source->lines[i];
      *(uint32_t *) (line + first) = sum;
      sum += *(uint32_t *) (line + number);
      *(uint32_t *) (line + number) = 0;
    }
  for (size_t i = 0; i < count; i++)
    if (lines[i] != MODEL_NONE)
      {
	char *line = (char *) &source->lines[lines[i]];
	uint32_t *filled = (uint32_t *) (line + number);
	(*to)[*(uint32_t *) (line + first) + (*filled)++] = i;
      }
}

static int
source_lines_compare_sites (const void *closure, uint32_t i, uint32_t j)
{
  const struct model *model = closure;
  uint64_t a = model->sites[i].count;
  uint64_t b = model->sites[j].count;
  return a > b ? -1 : a < b ? 1 : i < j ? -1 : i > j;
}

static void
source_lines_add_sites (struct source_lines_work *work)
{
  struct source_lines *source = work->source;
  const struct model *model = work->model;
  for (size_t i = 0; i < model->site_count; i++)
    if (work->sites[i] != MODEL_NONE)
      source->lines[work->sites[i]].calls += model->sites[i].count;
  source_lines_distribute (source, work->sites, model->site_count,
			   &source->sites,
			   offsetof (struct source_line, sites),
			   offsetof (struct source_line, site_count));
  for (size_t i = 0; i < source->line_count; i++)
    sort_indices (source->sites + source->lines[i].sites,
		  source->lines[i].site_count, source_lines_compare_sites,
		  model);
}

/* A line's code may be in several places: how often that with most executions
   was run tells more than their sum, which grows when a loop is unrolled.  */

static void
source_lines_add_code (struct source_lines_work *work)
{
  const struct model *model = work->model;
  uint32_t *lines = mem_alloc (model->code_count, sizeof *lines);
  for (size_t i = 0; i < model->code_count; i++)
    {
      const struct model_code *code = &model->code[i];
      lines[i] = source_lines_get_line (work, code->file, code->line,
					code->function);
      if (lines[i] == MODEL_NONE)
	continue;
      struct source_line *line = &work->source->lines[lines[i]];
      work->source->has_code = true;
      line->instructions += code->instructions;
      if (code->executions > line->executions)
	line->executions = code->executions;
    }
  source_lines_distribute (work->source, lines, model->code_count,
			   &work->source->code,
			   offsetof (struct source_line, code),
			   offsetof (struct source_line, code_count));
  free (lines);
}

static void
source_lines_add_functions (struct source_lines_work *work)
{
  const struct model *model = work->model;
  const struct results *results = work->results;
  uint32_t *lines = mem_alloc (model->function_count, sizeof *lines);
  for (size_t i = 0; i < model->function_count; i++)
    {
      const struct model_function *function = &model->functions[i];
      const struct result_function *result = &results->functions[i];
      lines[i] = result->calls > 0 || result->self + result->child > 0
		 || (function->flags & MODEL_FUNCTION_INSTRUCTIONS)
	? source_lines_get_line (work, function->file, function->line, i)
	: MODEL_NONE;
    }
  source_lines_distribute (work->source, lines, model->function_count,
			   &work->source->functions,
			   offsetof (struct source_line, functions),
			   offsetof (struct source_line, function_count));
  free (lines);
}

/* Add the samples of CONTEXT, or those without one (MODEL_NONE).  */

static void
source_lines_add_leaves (struct source_lines_work *work, uint32_t context)
{
  const struct model *model = work->model;
  const struct results *results = work->results;
  const uint32_t *first = &work->walk.sample_first[context + 1];
  for (uint32_t i = first[0]; i < first[1]; i++)
    {
      uint32_t sample = work->walk.samples[i];
      uint32_t line = work->samples[sample];
      if (line == MODEL_NONE)
	continue;
      double time = model->samples[sample].ns * (results->second / 1e9);
      work->source->lines[line].self += time;
      if (work->open[line] == 0)
	work->source->lines[line].inclusive += time;
    }
}

static bool
source_lines_enter (void *closure, uint32_t context)
{
  struct source_lines_work *work = closure;
  uint32_t line = work->contexts[context];
  if (work->below[context] <= 0)
    return false;
  if (line != MODEL_NONE && work->open[line]++ == 0)
    work->source->lines[line].inclusive
      += work->below[context] * (work->results->second / 1e9);
  source_lines_add_leaves (work, context);
  return true;
}

static void
source_lines_leave (void *closure, uint32_t context)
{
  struct source_lines_work *work = closure;
  uint32_t line = work->contexts[context];
  if (line != MODEL_NONE)
    work->open[line]--;
}

/* A line that is on a stack twice has its time once.  */

static void
source_lines_add_samples (struct source_lines_work *work)
{
  const struct model *model = work->model;
  const struct context_walk_visit visit
    = { source_lines_enter, source_lines_leave, work };
  work->open = mem_alloc (work->source->line_count, sizeof *work->open);
  work->below = mem_alloc (model->context_count, sizeof *work->below);
  for (size_t i = 0; i < model->sample_count; i++)
    if (model->samples[i].context != MODEL_NONE)
      work->below[model->samples[i].context] += model->samples[i].ns;
  for (size_t i = model->context_count; i-- > 0;)
    if (model->contexts[i].parent != MODEL_NONE)
      work->below[model->contexts[i].parent] += work->below[i];
  context_walk_make (&work->walk, model);
  source_lines_add_leaves (work, MODEL_NONE);
  context_walk_all (&work->walk, &visit);
  context_walk_free (&work->walk);
  free (work->open);
  free (work->below);
}

/* Make all lines known that stacks are on.  */

static void
source_lines_find_places (struct source_lines_work *work)
{
  const struct model *model = work->model;
  work->sites = mem_alloc (model->site_count, sizeof *work->sites);
  work->contexts = mem_alloc (model->context_count, sizeof *work->contexts);
  work->samples = mem_alloc (model->sample_count, sizeof *work->samples);
  for (size_t i = 0; i < model->site_count; i++)
    {
      const struct model_site *site = &model->sites[i];
      work->sites[i] = source_lines_get_line (work, site->file, site->line,
					      site->caller);
    }
  for (size_t i = 0; i < model->context_count; i++)
    {
      const struct model_context *context = &model->contexts[i];
      work->contexts[i]
	= context->site != MODEL_NONE && context->file
	  && context->line == model->sites[context->site].line
	  ? work->sites[context->site]
	  : source_lines_get_line (work, context->file, context->line,
				   context->function);
    }
  for (size_t i = 0; i < model->sample_count; i++)
    work->samples[i] = source_lines_get_line (work, model->samples[i].file,
					      model->samples[i].line,
					      model->samples[i].function);
}

/* ---- Order and choice.  */

static int
source_lines_compare_lines (const void *closure, uint32_t i, uint32_t j)
{
  const struct source_lines *source = closure;
  const struct source_line *a = &source->lines[i];
  const struct source_line *b = &source->lines[j];
  if (a->file != b->file)
    return a->file < b->file ? -1 : 1;
  return a->number < b->number ? -1 : a->number > b->number;
}

/* Bring the lines into the order of their files and numbers.  */

static void
source_lines_sort_lines (struct source_lines *source)
{
  size_t count = source->line_count;
  uint32_t *order = mem_alloc (count, sizeof *order);
  struct source_line *sorted = mem_alloc (count, sizeof *sorted);
  for (size_t i = 0; i < count; i++)
    order[i] = i;
  sort_indices (order, count, source_lines_compare_lines, source);
  for (size_t i = 0; i < count; i++)
    {
      sorted[i] = source->lines[order[i]];
      struct source_file *file = &source->files[sorted[i].file];
      if (file->line_count++ == 0)
	file->lines = i;
      file->calls += sorted[i].calls;
      file->instructions += sorted[i].instructions;
      file->self += sorted[i].self;
    }
  free (order);
  free (source->lines);
  source->lines = sorted;
}

bool
source_lines_is_file (const char *name, const char *wanted)
{
  size_t length = strlen (name);
  size_t size = strlen (wanted);
  return length >= size && strcmp (name + length - size, wanted) == 0
    && (length == size || name[length - size - 1] == '/');
}

/* Whether a function called NAME begins on LINE.  */

static bool
source_lines_begins (const struct source_lines *source,
		     const struct source_line *line, const char *name)
{
  for (uint32_t i = 0; i < line->function_count; i++)
    if (select_is_shown (source->results,
			 source->functions[line->functions + i], name))
      return true;
  return false;
}

static void
source_lines_choose (struct source_lines *source,
		     const struct source_lines_choice *choice)
{
  for (size_t i = 0; i < source->file_count; i++)
    {
      struct source_file *file = &source->files[i];
      bool inside = !choice->function;
      if (choice->file && !source_lines_is_file (file->name, choice->file))
	continue;
      for (uint32_t j = 0; j < file->line_count; j++)
	{
	  struct source_line *line = &source->lines[file->lines + j];
	  if (choice->function && line->function_count > 0)
	    inside = source_lines_begins (source, line, choice->function);
	  line->shown = inside;
	  file->shown |= inside && (line->calls > 0 || line->inclusive > 0
				    || line->function_count > 0
				    || line->code_count > 0);
	}
    }
}

static int
source_lines_compare_files (const void *closure, uint32_t i, uint32_t j)
{
  const struct source_lines *source = closure;
  const struct source_file *a = &source->files[i];
  const struct source_file *b = &source->files[j];
  if (a->self != b->self)
    return a->self > b->self ? -1 : 1;
  if (a->calls != b->calls)
    return a->calls > b->calls ? -1 : 1;
  return strcmp (a->name, b->name);
}

void
source_lines_make (struct source_lines *source, const struct results *results,
		   const struct source_lines_choice *choice)
{
  const struct model *model = results->model;
  *source = (struct source_lines) { .model = model, .results = results };
  struct source_lines_work work
      = { .source = source, .model = model, .results = results };
  source_lines_find_places (&work);
  source_lines_add_samples (&work);
  source_lines_add_sites (&work);

  /* Lines that are not known yet have no sites.  */
  source_lines_add_functions (&work);
  source_lines_add_code (&work);
  source_lines_sort_lines (source);
  source_lines_choose (source, choice);
  source->order = mem_alloc (source->file_count, sizeof *source->order);
  for (size_t i = 0; i < source->file_count; i++)
    source->order[i] = i;
  sort_indices (source->order, source->file_count, source_lines_compare_files,
		source);
  dict_free (&work.names);
  map_free (&work.known);
  map_free (&work.lines);
  free (work.sites);
  free (work.contexts);
  free (work.samples);
}

void
source_lines_free (struct source_lines *source)
{
  free (source->files);
  free (source->lines);
  free (source->sites);
  free (source->functions);
  free (source->code);
  free (source->order);
  arena_free (&source->arena);
}
