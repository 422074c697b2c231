/* Source files with execution counts.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_COMPAT_ANNOTATE_H
#define CGPROF_COMPAT_ANNOTATE_H

#include "compat/symbols.h"
#include "read/reader.h"
#include "read/source-search.h"
#include "text/view.h"

struct annotate_request
{
  struct source_search search;	/* Where source may be.  */
  bool all_lines;		/* A count on every line that has one.  */
  bool separate;		/* A file NAME-ann for each.  */
  bool mended;			/* A line with count 0 was not executed.  */
  size_t least;			/* Counts below are not shown.  */
  size_t table;			/* Lines in the table.  */
};

/* What is known of a line.  */
struct annotate_line
{
  uint32_t number;		/* 0: nothing.  */
  bool function;		/* A function begins on it.  */
  uint64_t count;		/* Of the functions.  */
  uint64_t most;		/* Largest of its blocks' counts.  */
  const char *text;		/* The blocks' counts; or NULL.  */
};

/* A file of source, its lines from 1 on.  */
struct annotate_file
{
  const char *name;		/* As debug information has it.  */
  const char *directory;	/* Of compilation; NULL if unknown.  */
  struct annotate_line *lines;
  uint32_t line_count;
  uint64_t total;		/* All counts.  */
};

/* Print every file that functions of VIEW's model come from, whose images
   are READER's, in the order of SYMBOLS' files if there are any.  False, with
   a message, if one could not be written; one that cannot be found is only
   reported.  */
bool annotate_all (const struct annotate_request *request,
		   const struct reader *reader,
		   const struct compat_symbols *symbols, struct view *view);

/* Print FILE, whose text is SOURCE's, to OUT.  */
void view_source (FILE *out, FILE *source, struct annotate_file *file,
		  const struct annotate_request *request,
		  uint64_t *last_count);

#endif /* CGPROF_COMPAT_ANNOTATE_H */
