/* What is known of each line of source: calls written on it, and time.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ANALYSE_SOURCE_LINES_H
#define CGPROF_ANALYSE_SOURCE_LINES_H

#include "analyse/results.h"

struct source_line
{
  uint32_t file;		/* In source.files.  */
  uint32_t number;		/* From 1.  */
  uint64_t calls;		/* By the call sites written on it.  */
  double self;			/* Ticks.  */
  double inclusive;		/* That its code was on the stack.  */
  uint32_t sites;		/* First of its SITE_COUNT in
				   source.sites, */
  uint32_t site_count;		/* those with most calls first.  */
  uint32_t functions;		/* First of its FUNCTION_COUNT in
				   source.functions: they begin on it.  */
  uint32_t function_count;
  bool shown;			/* It is asked for.  */
};

struct source_file
{
  const char *name;		/* Whole path, as far as known, made plain.  */
  const char *given;		/* As the compiler was given it, which is how
				   call sites name it.  */
  uint32_t lines;		/* First of its LINE_COUNT in source.lines,
				   by number.  */
  uint32_t line_count;
  uint64_t calls;
  double self;
  bool shown;			/* Any line is, and has figures.  */
};

struct source_lines
{
  const struct model *model;
  const struct results *results;
  struct arena arena;
  struct source_file *files;
  size_t file_count, file_room;
  struct source_line *lines;
  size_t line_count, line_room;
  uint32_t *sites;		/* Of the model.  */
  uint32_t *functions;
  uint32_t *order;		/* Files, the one with most time, or calls,
				   first.  */
};

/* What is asked for; NULL: everything.  FUNCTION is a name as filter_is_named
   takes it, FILE a path or its end.  */
struct source_lines_choice
{
  const char *function;
  const char *file;
};

/* Set SOURCE for MODEL, whose stacks have places (FRAMES_PLACES).  It must be
   freed.  */
void source_lines_make (struct source_lines *source,
			const struct results *results,
			const struct source_lines_choice *choice);

/* The file PATH of code that was compiled in DIRECTORY (may be NULL), plain,
   as files of struct source_lines are named; in ARENA.  */
const char *source_lines_whole_path (struct arena *arena, const char *path,
				     const char *directory);

/* PATH as the compiler was given it in DIRECTORY (may be NULL): debug
   information has whole paths.  In ARENA, or part of PATH.  */
const char *source_lines_given_path (struct arena *arena, const char *path,
				     const char *directory);

void source_lines_free (struct source_lines *source);

#endif /* CGPROF_ANALYSE_SOURCE_LINES_H */
