/* The formats of other programs: a descriptor of each stands beside its
   code.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_EXPORT_EXPORT_H
#define CGPROF_EXPORT_EXPORT_H

#include "analyse/call-places.h"
#include "analyse/call-tree.h"
#include "analyse/dot-nodes.h"
#include "analyse/function-order.h"
#include "analyse/recursion-levels.h"
#include "analyse/source-lines.h"
#include "write/gmon-from-model.h"

#include <stdio.h>

/* What a format prints besides the model and its results: the analyses that
   are made for it, members of struct export.  */
enum export_need
{
  EXPORT_TREE = 1,		/* TREE, by functions, or  */
  EXPORT_LINE_TREE = 2,		/* by lines of source.  */
  EXPORT_LEVELS = 4,		/* RECURSION_LEVELS.  */
  EXPORT_CALLS = 8,		/* CALLS.  */
  EXPORT_GRAPH = 16,		/* GRAPH.  */
  EXPORT_GMON = 32,		/* GMON.  */
  EXPORT_ORDER = 64,		/* ORDER.  */
  EXPORT_SOURCE = 128		/* SOURCE.  */
};

struct export;

/* A format.  */
struct exporter
{
  const char *name;
  const char *about;		/* For --help.  */
  unsigned needs;		/* Of enum export_need.  */
  bool binary;			/* It is not for terminals.  */
  bool beyond_time;		/* Without stacks it tells as much else that
				   nobody has to be warned.  */
  void (*print) (const struct export *export, FILE *out);
};

extern const struct exporter export_callgrind, export_chrome, export_dot,
  export_firefox, export_folded, export_gmon, export_gold_order, export_json,
  export_ld_order, export_lld_order, export_pprof, export_speedscope;

/* All formats, in the order of --help.  */
extern const struct exporter *const exporters[];
extern const size_t exporter_count;

/* What is exported: what EXPORTER needs was made, the rest is empty.  */
struct export
{
  const struct exporter *exporter;
  const struct model *model;
  const struct results *results;	/* Of it.  */
  struct call_tree tree;
  struct recursion_levels levels;
  struct call_places calls;
  struct dot_nodes graph;
  struct gmon_from_model gmon;
  struct function_order order;
  struct source_lines source;
};

/* Set EXPORT to what EXPORTER prints of RESULTS.  A GRAPH leaves out functions
   with less than LEAST percent of the time; gmon.out is about PROGRAM, the
   image of the program, NULL if there is none.  What is missing in the output
   is told.  False, with a message, if it cannot be made; EXPORT must be freed
   in any case.  */
bool export_make (struct export *export, const struct exporter *exporter,
		  const struct results *results, const struct image *program,
		  double least);

/* Likewise for an EXPORTER that needs EXPORT_GMON only, of COUNT gmon.out
   called PROFILES, of the program IMAGE.  */
bool export_make_sum (struct export *export, const struct exporter *exporter,
		      const char *image, const char *const *profiles,
		      size_t count);

void export_print (const struct export *export, FILE *out);

void export_free (struct export *export);

/* ---- What several formats print.  */

/* The name of thread THREAD of EXPORT's tree, if need be in TEXT.  */
#define EXPORT_THREAD_NAME 64
const char *export_thread_name (const struct export *export, size_t thread,
				char text[EXPORT_THREAD_NAME]);

/* Its number and that of its process; 0 if they are not known.  */
uint64_t export_thread_number (const struct export *export, size_t thread);
uint64_t export_process_number (const struct export *export, size_t thread);

/* Last part of the program's path.  */
const char *export_program_name (const struct export *export);

#endif /* CGPROF_EXPORT_EXPORT_H */
