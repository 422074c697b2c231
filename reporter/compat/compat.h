/* The analysis of GNU gprof 2.40, for output that is equal to its own.

   What it does otherwise than the rest of cgprof, down to the order in
   which numbers are added, is in this folder.

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

/* What the steps of the analysis share.  */
struct compat
{
  struct model *model;
  struct results *results;	/* Those of MODEL, from compat_finish on.  */
  struct gmon *gmon;
  struct compat_symbols symbols;
  struct compat_select select;
};

/* Set COMPAT, which the caller must free, to read gmon.out files of IMAGE by
   GMON, whose sink must be compat_arc with COMPAT as closure.  Add a function
   to MODEL for each symbol of IMAGE that CHOICE allows.  SPECS are what the
   user selects.  Return false, with a message, if there is no symbol.  */
bool compat_start (struct compat *compat, struct model *model,
		   struct gmon *gmon, const struct image *image,
		   const struct image_choice *choice,
		   const struct filter_specs *specs);

/* Add COUNT calls from link-time address FROM to the function at SELF to the
   struct compat CLOSURE, as a struct gmon_sink asks for.  Return false, with a
   message, if counts add up to too much.  */
bool compat_arc (void *closure, uint64_t from, uint64_t self,
		 uint64_t count);

/* Set RESULTS and ORDER, once the last file was read; functions are named as
   NAMES says, and included as ZERO says to report_order_make.  Return false,
   with a message, if counts add up to too much.  */
bool compat_finish (struct compat *compat, struct results *results,
		    struct report_order *order,
		    const struct compat_names *names, bool zero);

void compat_free (struct compat *compat);

/* Set ORDER for RESULTS, and sort their arcs and members as GNU gprof does;
   ZERO as for report_order_make.  If BSD, do so for the layout of BSD's
   gprof.  */
void compat_order (struct report_order *order, struct results *results,
		   const struct compat *compat, bool zero, bool bsd);

#endif /* CGPROF_COMPAT_COMPAT_H */
