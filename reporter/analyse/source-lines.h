/* What is known of each line of source: calls written on it, and time.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ANALYSE_SOURCE_LINES_H
#define CGPROF_ANALYSE_SOURCE_LINES_H

#include "analyse/results.h"

/* A line of source.  */
struct source_line
{
  uint32_t file;		/* Index in source_lines.files.  */
  uint32_t number;		/* From 1.  */
  uint64_t calls;		/* By the call sites written on it.  */
  uint32_t code;		/* Index in source_lines.code of the first of
				   its code that is counted, */
  uint32_t code_count;		/* and how many they are; 0: none is.  */
  uint64_t instructions;	/* Those it ran, and  */
  uint64_t executions;		/* how often what was run most was.  */
  double self;			/* Ticks.  */
  double inclusive;		/* Ticks for which its code was on a stack.  */
  uint32_t sites;		/* Index in source_lines.sites of the first of
				   its sites, those with most calls first, */
  uint32_t site_count;		/* and how many they are.  */
  uint32_t functions;		/* Index in source_lines.functions of the first
				   function that begins on it, */
  uint32_t function_count;	/* and how many they are.  */
  bool shown;			/* It is asked for.  */
};

/* A file of source.  */
struct source_file
{
  const char *name;		/* Whole path, as far as known, made plain.  */
  const char *given;		/* As the compiler was given it, which is how
				   call sites name it.  */
  uint32_t lines;		/* Index in source_lines.lines of the first of
				   its lines, sorted by number, */
  uint32_t line_count;		/* and how many they are.  */
  uint64_t calls;		/* Sums over its lines.  */
  uint64_t instructions;
  double self;
  bool shown;			/* A line with figures is shown.  */
};

/* All lines of source of which something is known.  */
struct source_lines
{
  const struct model *model;
  const struct results *results;
  struct arena arena;
  struct source_file *files;
  size_t file_count, file_room;
  struct source_line *lines;
  size_t line_count, line_room;
  bool has_code;		/* Of a line all code is counted.  */
  uint32_t *sites;		/* Indices in the model, */
  uint32_t *functions;		/* as these, */
  uint32_t *code;		/* and these.  */
  uint32_t *order;		/* Indices of FILES: the one with most time, or
				   calls, first.  */
};

/* The lines that are asked for: those of FUNCTION, a name as filter_is_named
   takes it, or of FILE, a path or its end; NULL: all.  */
struct source_lines_choice
{
  const char *function;
  const char *file;
};

/* Set SOURCE, which the caller must free, to the lines of RESULTS, whose
   stacks have places (FRAMES_PLACES), and mark those of CHOICE as shown.  */
void source_lines_make (struct source_lines *source,
			const struct results *results,
			const struct source_lines_choice *choice);

/* Return the path of the file PATH of code that was compiled in DIRECTORY (may
   be NULL): whole, as far as is known, and without "." and "..", as files of
   struct source_lines are named.  The string is ARENA's.  */
const char *source_lines_whole_path (struct arena *arena, const char *path,
				     const char *directory);

/* Return PATH, which debug information may have made whole, as the compiler
   was given it in DIRECTORY (may be NULL).  The string is ARENA's or a part of
   PATH.  */
const char *source_lines_given_path (struct arena *arena, const char *path,
				     const char *directory);

void source_lines_free (struct source_lines *source);

/* Whether WANTED is NAME or its last parts.  */
bool source_lines_is_file (const char *name, const char *wanted);

#endif /* CGPROF_ANALYSE_SOURCE_LINES_H */
