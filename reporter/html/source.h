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

struct html_file
{
  const char *name;		/* With the directory of compilation if it
				   is known, */
  const char *given;		/* and as the compiler was given it.  */
  bool found;			/* PARTS were read.  */
  uint32_t lines;		/* In all.  */
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
  uint32_t *function_files;	/* Of the model's functions, */
  uint32_t *site_files;		/* sites, or MODEL_NONE, and */
  uint32_t *line_files;		/* of LINES' files.  */
};

/* Set SOURCE's files and lines to those of MODEL, unread.  */
void html_source_find (struct html_source *source,
		       const struct results *results);

/* Read what SOURCE shows of each file that SEARCH finds: all of a short one,
   of a long one what is near the functions that have calls or time.  */
void html_source_read (struct html_source *source,
		       const struct results *results,
		       const struct source_search *search);

void html_source_free (struct html_source *source);

#endif /* CGPROF_HTML_SOURCE_H */
