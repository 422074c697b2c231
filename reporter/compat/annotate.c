/* Source files with execution counts: which line has which.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "compat/annotate.h"
#include "analyse/source-lines.h"
#include "base/diag.h"
#include "base/path.h"
#include "base/sort.h"
#include "elf/lines.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The files, and the way from a name to its file.  */
struct annotate_files
{
  struct annotate_file *files;
  size_t count, room;
  struct dict known;
  struct arena texts;
};

static struct annotate_file *
annotate_get_file (struct annotate_files *files, const char *name)
{
  uint32_t *place = dict_place (&files->known, name);
  if (*place == MAP_NONE)
    {
      *place = files->count;
      files->files = mem_grow (files->files, &files->room, files->count + 1,
			       sizeof *files->files);
      files->files[files->count++] = (struct annotate_file) { .name = name };
    }
  return &files->files[*place];
}

/* The line NUMBER of the file called NAME.  */

static struct annotate_line *
annotate_get_line (struct annotate_files *files, const char *name,
		   uint32_t number)
{
  struct annotate_file *file = annotate_get_file (files, name);
  if (number > file->line_count)
    {
      size_t room = file->line_count;
      file->lines = mem_grow (file->lines, &room, number,
			      sizeof *file->lines);
      memset (file->lines + file->line_count, 0,
	      (room - file->line_count) * sizeof *file->lines);
      file->line_count = room;
    }
  file->lines[number - 1].number = number;
  return &file->lines[number - 1];
}

/* Lines above this are not believed.  */
#define ANNOTATE_LINES_MAX 10000000

static bool
annotate_accepts (const struct result_function *result, const char *file,
		  uint32_t line)
{
  return file && line > 0 && line <= ANNOTATE_LINES_MAX
    && (result->selection & RESULT_UNANNOTATED) == 0;
}

/* Add COUNT to the file called NAME, in which code of FUNCTION is.  */

static void
annotate_add_total (struct annotate_files *files,
		    const struct model_function *function, const char *name,
		    uint64_t count)
{
  struct annotate_file *file = annotate_get_file (files, name);
  if (!file->directory)
    file->directory = function->directory;
  file->total += count;
}

static void
annotate_add_function (struct annotate_files *files,
		       const struct model_function *function,
		       const struct result_function *result)
{
  if (!annotate_accepts (result, function->file, function->line))
    return;
  struct annotate_line *line = annotate_get_line (files, function->file,
						  function->line);
  if (line->count == 0 && !line->function)
    line->function = (function->flags & MODEL_FUNCTION_LABEL) == 0;
  line->count += result->listed_calls;
  annotate_add_total (files, function, function->file, result->listed_calls);
}

static void
annotate_add_block (struct annotate_files *files,
		    const struct results *results,
		    const struct model_block *block)
{
  if (!annotate_accepts (&results->functions[block->function], block->file,
			 block->line))
    return;
  struct annotate_line *line = annotate_get_line (files, block->file,
						  block->line);
  line->text = line->text
    ? arena_format (&files->texts, "%s,%" PRIu64, line->text, block->count)
    : arena_format (&files->texts, "%" PRIu64, block->count);
  if (block->count > line->most)
    line->most = block->count;
  annotate_add_total (files,
		      &results->model->functions[block->function],
		      block->file, block->count);
}

/* Where lines of code are to be entered.  */
struct annotate_code
{
  struct annotate_files *files;
  const struct results *results;
  const struct reader *reader;
  uint32_t module;
};

/* Enter a line that has code, if its file is one of those that are shown
   and its function, if known, may be.  */

static void
annotate_add_code (void *closure, const char *file, uint32_t line,
		   uint64_t address)
{
  const struct annotate_code *code = closure;
  const struct image *image = reader_image (code->reader, code->module);
  uint32_t found = image_find (image, address);
  uint32_t known = dict_find (&code->files->known, file);
  if (known == MAP_NONE || found == IMAGE_NONE
      || line > ANNOTATE_LINES_MAX)
    return;
  uint32_t function
    = code->reader->modules[code->module].functions[found];
  if (function == MODEL_NONE
      || (code->results->functions[function].selection & RESULT_UNANNOTATED)
	     == 0)
    annotate_get_line (code->files, code->files->files[known].name, line);
}

/* Enter all lines that have code.  */

static void
annotate_add_lines (struct annotate_files *files,
		    const struct results *results,
		    const struct reader *reader)
{
  for (size_t i = 0; i < reader->module_count; i++)
    {
      const struct image *image = reader_image (reader, i);
      struct lines *lines = image ? lines_open (image) : NULL;
      struct annotate_code code = {
	files, results, reader, i
      };
      if (lines)
	lines_each (lines, annotate_add_code, &code);
      lines_close (lines);
    }
}

/* Open the text of FILE; NULL if it is not there.  */

static FILE *
annotate_open (const struct annotate_request *request,
	       const struct annotate_file *file)
{
  struct arena arena = { 0 };
  const char *directory = file->directory;
  const char *whole = source_lines_whole_path (&arena, file->name, directory);
  const char *given = request->search.gprof ? file->name
    : source_lines_given_path (&arena, file->name, directory);
  char *path = source_search_find (&request->search, whole, given);
  FILE *text = path ? fopen (path, "r") : NULL;
  free (path);
  arena_free (&arena);
  return text;
}

/* Print FILE where REQUEST wants it.  */

static bool
annotate_print (const struct annotate_request *request,
		struct annotate_file *file, struct view *view,
		bool *another, uint64_t *last_count)
{
  FILE *source = annotate_open (request, file);
  if (!source)
    {
      diag_error (file->name, "cannot find this source file; name its "
		  "directory with -I");
      return true;
    }
  if (!request->separate)
    {
      if (*another)
	fputc ('\n', view->out);
      *another = true;
      view_begin (view);
      fprintf (view->out, "*** File %s:\n", file->name);
      view_source (view->out, source, file, request, last_count);
      fclose (source);
      return true;
    }
  const char *base = path_base (file->name);
  char *path = mem_alloc (strlen (base) + sizeof "-ann", 1);
  sprintf (path, "%s-ann", base);
  FILE *out = fopen (path, "w");
  bool good = out != NULL;
  if (out)
    {
      view_source (out, source, file, request, last_count);
      good = !ferror (out);
      good = fclose (out) == 0 && good;
    }
  if (!good)
    diag_error (path, "cannot write: %s", strerror (errno));
  free (path);
  fclose (source);
  return good;
}

static int
annotate_compare (const void *closure, uint32_t i, uint32_t j)
{
  const struct annotate_file *files = closure;
  return strcmp (files[i].name, files[j].name);
}

bool
annotate_all (const struct annotate_request *request,
	      const struct reader *reader,
	      const struct compat_symbols *symbols, struct view *view)
{
  const struct model *model = view->model;
  const struct results *results = view->results;
  struct annotate_files files = { 0 };

  /* gprof's order is that in which it met the files, the last first.  */
  for (size_t i = symbols->file_count; i-- > 0;)
    annotate_get_file (&files, symbols->files[i]);
  for (size_t i = 0; i < model->function_count; i++)
    annotate_add_function (&files, &model->functions[i],
			   &results->functions[i]);
  for (size_t i = 0; i < model->block_count; i++)
    annotate_add_block (&files, results, &model->blocks[i]);

  if (request->all_lines && request->mended)
    annotate_add_lines (&files, results, reader);

  uint32_t *order = mem_alloc (files.count, sizeof *order);
  for (size_t i = 0; i < files.count; i++)
    order[i] = i;
  if (symbols->file_count == 0)
    sort_indices (order, files.count, annotate_compare, files.files);
  bool good = true;
  bool another = false;
  uint64_t last_count = 0;
  for (size_t i = 0; i < files.count; i++)
    {
      struct annotate_file *file = &files.files[order[i]];
      if (file->line_count > 0 && (view->zero || file->total > 0)
	  && !annotate_print (request, file, view, &another, &last_count))
	good = false;
    }
  for (size_t i = 0; i < files.count; i++)
    free (files.files[i].lines);
  free (files.files);
  dict_free (&files.known);
  arena_free (&files.texts);
  free (order);
  return good;
}
