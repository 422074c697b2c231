/* What a view shows, and all views.

   A view prints what the model holds; it computes nothing but percentages
   and units.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_VIEW_H
#define CGPROF_VIEW_H

#include "model.h"
#include "order.h"

#include <stdio.h>

struct view
{
  const struct model *model;
  const struct order *order;
  FILE *out;
  bool brief;			/* No explanations.  */
};

/* The flat profile, in gprof's layout.  */
void view_flat (const struct view *view);

/* The call graph, in gprof's layout.  */
void view_graph (const struct view *view);

/* The index of names to the call graph's entries.  */
void view_index (const struct view *view);

/* The text report: FLAT profile, call GRAPH with its index, or both.  */
void view_report (const struct view *view, bool flat, bool graph);

/* Everything, as one JSON object (schema "cgprof-json", version 1).  */
void view_json (const struct view *view);

/* PART as a percentage of TOTAL; 0 if TOTAL is.  */
static inline double
view_percent (double part, double total)
{
  return total > 0 ? 100.0 * part / total : 0;
}

#endif /* CGPROF_VIEW_H */
