/* The formats of other programs: a descriptor of each stands beside its
   code.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_EXPORT_EXPORT_H
#define CGPROF_EXPORT_EXPORT_H

#include "analyse/call-places.h"
#include "balance/balance.h"
#include "bytes/byte-sums.h"
#include "analyse/call-tree.h"
#include "analyse/dot-nodes.h"
#include "analyse/function-order.h"
#include "analyse/recursion-levels.h"
#include "analyse/source-lines.h"
#include "feedback/source-positions.h"
#include "write/gmon-from-model.h"

#include <stdio.h>

/* What a format prints besides the model and its results: the members of
   struct export that are made for it.  */
enum export_need
{
  EXPORT_TREE = 1,		/* TREE, by functions, or  */
  EXPORT_LINE_TREE = 2,		/* by lines of source.  */
  EXPORT_LEVELS = 4,		/* LEVELS.  */
  EXPORT_CALLS = 8,		/* CALLS.  */
  EXPORT_GRAPH = 16,		/* GRAPH.  */
  EXPORT_GMON = 32,		/* GMON.  */
  EXPORT_ORDER = 64,		/* ORDER.  */
  EXPORT_SOURCE = 128,		/* SOURCE.  */
  EXPORT_TIMES = 256,		/* TREE, with times.  */
  EXPORT_ACTIVITY = 512,	/* ACTIVITY.  */
  EXPORT_BYTES = 1024,		/* BYTES.  */
  EXPORT_CODE = 2048,		/* INSTRUCTIONS, and what all code did in the
				   model.  */
  EXPORT_ORIGINS = 4096,	/* POSITIONS, and code of different blocks of a
				   line and of different inlined calls apart in
				   the model.  */
  EXPORT_COVERAGE = 8192	/* Lines of code all of which is counted:
				   without any there is nothing to print.  */
};

struct export;

/* A format.  */
struct exporter
{
  const char *name;
  const char *about;		/* For --help.  */
  unsigned needs;		/* Of enum export_need.  */
  bool binary;			/* Its output is not for terminals.  */
  bool compressed;		/* It is that of gzip, whatever the file's
				   name.  */
  bool beyond_time;		/* It is of use without stacks, too: there is
				   no warning that they are missing.  */

  /* Print EXPORT to OUT, which compresses it if it has to be.  */
  void (*print) (const struct export *export, FILE *out);
};

extern const struct exporter export_autofdo, export_callgrind, export_chrome,
  export_dot, export_firefox, export_folded, export_gcov, export_gmon,
  export_gold_order, export_json, export_lcov, export_ld_order,
  export_lld_calls, export_lld_order, export_pprof, export_speedscope,
  export_sqlite, export_use;

/* All formats, in the order of --help.  */
extern const struct exporter *const exporters[];
extern const size_t exporter_count;

/* What is exported.  Members that EXPORTER does not need are empty.  */
struct export
{
  const struct exporter *exporter;
  const struct model *model;
  const struct results *results;	/* Those of MODEL.  */
  struct balance balance;	/* Of JSON, if it is asked for.  */
  struct call_tree tree;
  struct recursion_levels levels;
  struct call_places calls;
  struct dot_nodes graph;
  struct gmon_from_model gmon;
  struct function_order order;
  struct source_lines source;
  struct source_positions positions;
  unsigned gcc;			/* The number of GCC that reads them.  */
  struct activity activity;
  struct byte_sums bytes;
  struct call_shares instructions;	/* NULL if none were counted.  */
  uint64_t start;		/* What times count from: when the first
				   process started, ns since 1970.  */
};

/* What is chosen of single formats.  */
struct export_choice
{
  double least;			/* Functions with less of the time, in percent,
				   are left out of GRAPH.  */
  bool all;			/* Nothing is left out of ACTIVITY.  */
  size_t gcc;			/* The number of GCC that reads the output; 0:
				   not given.  */
};

/* Set EXPORT, which the caller must free in any case, to what EXPORTER prints
   of RESULTS by CHOICE, and warn of what the output will lack.  PROGRAM is the
   image of the program, of which gmon.out tells; NULL if there is none.
   Return false, with a message, if the format cannot hold RESULTS.  */
bool export_make (struct export *export, const struct exporter *exporter,
		  const struct results *results, const struct image *program,
		  const struct export_choice *choice);

/* Do so for an EXPORTER that needs nothing but EXPORT_GMON, from the COUNT
   files PROFILES, gmon.out of the program in the file IMAGE.  */
bool export_make_sum (struct export *export, const struct exporter *exporter,
		      const char *image, const char *const *profiles,
		      size_t count);

/* Print EXPORT to OUT in its format.  */
void export_print (const struct export *export, FILE *out);

void export_free (struct export *export);

/* ---- What several formats print.  */

/* Return the name of thread number THREAD of EXPORT's tree; it may be written
   to TEXT.  */
#define EXPORT_THREAD_NAME 64
const char *export_thread_name (const struct export *export, size_t thread,
				char text[EXPORT_THREAD_NAME]);

/* Return the thread's number in the system and that of its process; 0 if they
   are not known.  */
uint64_t export_thread_number (const struct export *export, size_t thread);
uint64_t export_process_number (const struct export *export, size_t thread);

/* Return when the stacks of thread number THREAD of EXPORT's tree were seen,
   *COUNT of them in their order; or NULL if that is not known, and leave COUNT
   as it is.  */
const struct call_tree_time *export_thread_times (const struct export *export,
						  size_t thread,
						  size_t *count);

/* Return how long after EXPORT's start AT_NS, which is since 1970, is, in
   nanoseconds.  */
double export_time (const struct export *export, uint64_t at_ns);

/* Return the process of thread number THREAD; NULL if that is not known.  */
const struct model_process *export_process (const struct export *export,
					    size_t thread);

/* Return the last part of the program's path.  */
const char *export_program_name (const struct export *export);

#endif /* CGPROF_EXPORT_EXPORT_H */
