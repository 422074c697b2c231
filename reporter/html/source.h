/* The parts of source files that an HTML report shows.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_HTML_SOURCE_H
#define CGPROF_HTML_SOURCE_H

#include "analyse/source-lines.h"
#include "read/source-search.h"

#include <stdbool.h>
#include <stdint.h>

/* Some successive lines of a file.  */
struct html_part
{
  uint32_t first;		/* Number of the first one.  */
  char *text;			/* Without the last newline.  */
};

/* A source file.  */
struct html_file
{
  const char *name;		/* With the directory of compilation if it
				   is known, */
  const char *given;		/* and as the compiler was given it.  */
  bool found;			/* PARTS were read.  */
  uint32_t lines;		/* Number of lines in all.  */
  struct html_part *parts;
  size_t part_count, part_room;
};

/* All files that functions, call sites and samples of a model are in.  */
struct html_source
{
  struct source_lines lines;	/* What is known of their lines.  */
  struct dict known;		/* Index of a file by its name, */
  struct map places;		/* by (name, directory), pointers.  */
  struct html_file *files;
  size_t file_count, file_room;
  uint32_t *function_files;	/* Index in FILES or MODEL_NONE: by function */
  uint32_t *site_files;		/* and by call site of the model, */
  uint32_t *line_files;		/* and by file of LINES.  */
};

/* Set SOURCE, which the caller must free, to the files and lines of RESULTS;
   their text is not read yet.  */
void html_source_find (struct html_source *source,
		       const struct results *results);

/* Return the index in SOURCE.FILES of the file PATH in the code of FUNCTION,
   which becomes one of them; MODEL_NONE if it is not known.  */
uint32_t html_source_file (struct html_source *source,
			   const struct model_function *function,
			   const char *path);

/* Read the text of each file of SOURCE that SEARCH finds: all of a short one,
   of a long one the lines near functions that have calls or time in
   RESULTS.  */
void html_source_read (struct html_source *source,
		       const struct results *results,
		       const struct source_search *search);

void html_source_free (struct html_source *source);

#endif /* CGPROF_HTML_SOURCE_H */
