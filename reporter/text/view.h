/* What a view shows, and all views.

   A view prints what the model and its results hold; it computes nothing but
   percentages and units.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_TEXT_VIEW_H
#define CGPROF_TEXT_VIEW_H

#include "analyse/report-order.h"
#include "base/terminal.h"
#include "model/model.h"

#include <stdio.h>

/* The explanations that go with the figures.  */
struct view_texts
{
  const char *flat;		/* Of the flat profile, */
  const char *graph;		/* of the call graph, */
  const char *bsd_graph;	/* of the call graph in BSD's layout.  */
};

/* What goes with the name of a function.  The call graph names functions
   all over the model: this little of each stays in a processor's cache.  */
struct view_label
{
  const char *name;
  uint64_t calls;		/* To it or its cycle from outside.  */
  uint32_t length;		/* Of NAME.  */
  uint32_t index;		/* Of its entry.  */
  uint32_t cycle;		/* Or MODEL_NONE.  */
  bool hidden;			/* It has no entry.  */
};

/* To be set by view_start; the rest is chosen then.  */
struct view
{
  const struct model *model;
  const struct results *results;	/* Of it.  */
  const struct report_order *order;	/* Of them.  */
  FILE *out;
  struct view_label *labels;	/* By function.  */

  const struct view_texts *texts;	/* NULL: no explanations.  */
  bool bsd;			/* The layout of BSD's gprof.  */
  bool lines;			/* Lines of source, not functions.  */
  bool error;			/* Times with their sampling errors.  */
  bool zero;			/* Also what did nothing.  */
  bool color;
  bool begun;			/* A part was printed already.  */
  size_t width;			/* Of the index; 80.  */
  size_t top;			/* Rows of the flat profile at most; 0: all of
				   them.  */
};

/* Set VIEW to show RESULTS, in ORDER, on OUT.  To be freed.  */
void view_start (struct view *view, const struct results *results,
		 const struct report_order *order, FILE *out);

void view_free (struct view *view);

/* cgprof's own explanations, and those of GNU gprof.  */
extern const struct view_texts view_own_texts;
extern const struct view_texts view_gprof_texts;

/* Say of how many processes this is the sum, if of more than one.  */
void view_merged (struct view *view);

/* Say what the stacks of samples lack, if anything.  */
void view_losses (struct view *view);

/* Separate the part that is coming from the one before.  */
void view_begin (struct view *view);

/* What each of COUNT FILES held.  */
struct reader_file;
void view_files (FILE *out, const struct reader_file *files,
		 size_t count);

/* Whether ENTRY is not among those of the call graph.  */
bool view_is_hidden (const struct view *view, uint32_t entry);

/* Put "[INDEX]", or "(INDEX)" if it is HIDDEN, at TEXT, which has room for
   VIEW_BRACKET bytes, and return its length.  */
#define VIEW_BRACKET 16
size_t view_bracket (char *text, uint32_t index, bool hidden);

/* End a line with the name of FUNCTION, its cycle and its entry.  */
void view_name (const struct view *view, uint32_t function);

/* The flat profile, in gprof's layout.  */
void view_flat (struct view *view);

/* The call graph, in gprof's layout.  */
void view_graph (struct view *view);

/* The call graph's entries of cycles once more, with the functions outside
   that called them and that they called.  */
void view_cycle_entries (struct view *view);

/* The index of names to the call graph's entries.  */
void view_index (const struct view *view);

/* How often each function, and each block that is known, was executed.  */
void view_counts (struct view *view);

/* What shows by colour that PART is much of TOTAL, and what ends it.  */
const char *view_heat (const struct view *view, double part, double total);
const char *view_cool (const struct view *view, double part, double total);

/* PART as a percentage of TOTAL.  */
static inline double
view_percent (double part, double total)
{
  return 100.0 * part / (total > 0 ? total : 1);
}

#endif /* CGPROF_TEXT_VIEW_H */
