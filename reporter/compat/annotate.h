/* Source files with execution counts.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_COMPAT_ANNOTATE_H
#define CGPROF_COMPAT_ANNOTATE_H

#include "compat/symbols.h"
#include "read/reader.h"
#include "read/source-search.h"
#include "text/view.h"

/* What the user asks for.  */
struct annotate_request
{
  struct source_search search;	/* Where source may be.  */
  bool all_lines;		/* A count on every line that has one.  */
  bool separate;		/* Each source file becomes a file
				   NAME-ann.  */
  bool mended;			/* A line with count 0 was not executed.  */
  size_t least;			/* Smaller counts are not shown.  */
  size_t table;			/* Number of lines in the table of those
				   executed most.  */
};

/* The counts of a line.  */
struct annotate_line
{
  uint32_t number;		/* 0: nothing is known of it.  */
  bool function;		/* A function begins on it.  */
  uint64_t count;		/* Calls of the functions that begin on it.  */
  uint64_t most;		/* Largest of its blocks' counts.  */
  const char *text;		/* All counts of its blocks, as printed; NULL:
				   it has none.  */
};

/* A file of source, its lines from 1 on.  */
struct annotate_file
{
  const char *name;		/* As debug information has it.  */
  const char *directory;	/* Of compilation; NULL if unknown.  */
  struct annotate_line *lines;
  uint32_t line_count;
  uint64_t total;		/* Sum of all counts.  */
};

/* Print, as REQUEST says, every source file that functions of VIEW's model
   come from, in the order of SYMBOLS' files if there are any.  READER has the
   images of the model.  Return false, with a message, if a file could not be
   written.  One that cannot be found is only reported.  */
bool annotate_all (const struct annotate_request *request,
		   const struct reader *reader,
		   const struct compat_symbols *symbols, struct view *view);

/* Print FILE, whose text is read from SOURCE, to OUT.  *LAST_COUNT is the
   count last shown, 0 before the first file; it goes on from file to file, as
   GNU gprof's does.  */
void view_source (FILE *out, FILE *source, struct annotate_file *file,
		  const struct annotate_request *request,
		  uint64_t *last_count);

#endif /* CGPROF_COMPAT_ANNOTATE_H */
