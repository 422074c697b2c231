/* The views of the text report, and what they share.

   A view prints what the model and its results hold; it computes nothing but
   percentages and units.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_TEXT_VIEW_H
#define CGPROF_TEXT_VIEW_H

#include "analyse/report-order.h"
#include "base/terminal.h"
#include "model/model.h"

#include <stdio.h>

/* The texts that explain the figures.  */
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
  uint32_t index;		/* Number of its entry in the call graph.  */
  uint32_t cycle;		/* Index of its cycle, or MODEL_NONE.  */
  bool hidden;			/* It has no entry.  */
};

/* What is shown, and how. view_start sets the first part; the caller may then
   change the rest.  */
struct view
{
  const struct model *model;
  const struct results *results;	/* Those of MODEL.  */
  const struct report_order *order;	/* That of RESULTS.  */
  FILE *out;
  struct view_label *labels;	/* By function.  */

  const struct view_texts *texts;	/* NULL: no explanations.  */
  bool bsd;			/* The layout of BSD's gprof.  */
  bool lines;			/* Lines of source, not functions.  */
  bool error;			/* Times with their sampling errors.  */
  bool zero;			/* Also show functions that did nothing.  */
  bool color;
  bool begun;			/* A part was printed already.  */
  size_t width;			/* Columns of the index; 80 by default.  */
  size_t top;			/* Largest number of rows of the flat profile;
				   0: all of them.  */
};

/* Set VIEW, which the caller must free, to show RESULTS in ORDER on OUT.  */
void view_start (struct view *view, const struct results *results,
		 const struct report_order *order, FILE *out);

void view_free (struct view *view);

/* cgprof's own explanations, and those of GNU gprof.  */
extern const struct view_texts view_own_texts;
extern const struct view_texts view_gprof_texts;

/* If the profile is the sum of several processes, print how many.  */
void view_merged (struct view *view);

/* Print of which part of the run times are, if that is not all of it.  */
void view_range (const struct view *view);

/* If stacks of samples are incomplete, print what they lack.  */
void view_losses (struct view *view);

/* Print what separates the next part of the report from the one before.  */
void view_begin (struct view *view);

/* Print what each of the COUNT FILES held to OUT.  */
struct reader_file;
void view_files (FILE *out, const struct reader_file *files,
		 size_t count);

/* Return whether ENTRY (report-order.h) has no entry in the call graph.  */
bool view_is_hidden (const struct view *view, uint32_t entry);

/* Write "[INDEX]", or "(INDEX)" if HIDDEN, to TEXT, which has room for
   VIEW_BRACKET bytes, and return its length.  */
#define VIEW_BRACKET 16
size_t view_bracket (char *text, uint32_t index, bool hidden);

/* Print the end of a line: the name of FUNCTION, its cycle and its entry.  */
void view_name (const struct view *view, uint32_t function);

/* Print the flat profile, in gprof's layout.  */
void view_flat (struct view *view);

/* Print the call graph, in gprof's layout.  */
void view_graph (struct view *view);

/* Print the call graph's entries of cycles once more, with the functions
   outside that called them and that they called.  */
void view_cycle_entries (struct view *view);

/* Print the index of names to the call graph's entries.  */
void view_index (const struct view *view);

/* Print how often each function, and each block that is known, was
   executed.  */
void view_counts (struct view *view);

/* Return the escape sequence that colours what stands for PART, according to
   its share of TOTAL, and the one that ends the colour; "" if there is
   none.  */
const char *view_heat (const struct view *view, double part, double total);
const char *view_cool (const struct view *view, double part, double total);

/* Return PART as a percentage of TOTAL.  */
static inline double
view_percent (double part, double total)
{
  return 100.0 * part / (total > 0 ? total : 1);
}

#endif /* CGPROF_TEXT_VIEW_H */
