/* The analysis of GNU gprof 2.40, for output that is equal to its own.

   What it does otherwise than the rest of cgprof, down to the order in
   which numbers are added, is in the files compat*.c.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_COMPAT_COMPAT_H
#define CGPROF_COMPAT_COMPAT_H

#include "analyse/filter-parse.h"
#include "analyse/report-order.h"
#include "compat/select.h"
#include "compat/symbols.h"
#include "analyse/results.h"
#include "read/gmon.h"

/* How names are shown.  */
struct compat_names
{
  bool demangle;
  bool bsd;			/* As they are, in the index too.  */
  bool places;			/* With file and line.  */
  bool path;			/* Whole paths of files.  */
};

struct compat
{
  struct model *model;
  struct results *results;	/* Of it, once all is read.  */
  struct gmon *gmon;
  struct compat_symbols symbols;
  struct compat_select select;
};

/* Begin: MODEL gets a function for each symbol of IMAGE.  False, with a
   message, if it has none.  GMON must send its arcs to compat_arc.  */
bool compat_start (struct compat *compat, struct model *model,
		   struct gmon *gmon, const struct image *image,
		   const struct image_choice *choice,
		   const struct filter_specs *specs);

/* Add an arc to the COMPAT that is CLOSURE.  */
bool compat_arc (void *closure, uint64_t from, uint64_t self,
		 uint64_t count);

/* After the last file, do everything up to the views.  ZERO as for
   report_order_make.  */
bool compat_finish (struct compat *compat, struct results *results,
		    struct report_order *order,
		    const struct compat_names *names, bool zero);

void compat_free (struct compat *compat);

/* Set ORDER, and sort the arcs and members in it (compat-order.c).  BSD: for
   the layout of BSD's gprof.  */
void compat_order (struct report_order *order, struct results *results,
		   const struct compat *compat, bool zero, bool bsd);

#endif /* CGPROF_COMPAT_COMPAT_H */
