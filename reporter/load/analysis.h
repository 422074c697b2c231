/* From files to a model that can be shown.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_LOAD_ANALYSIS_H
#define CGPROF_LOAD_ANALYSIS_H

#include "analyse/filter.h"
#include "analyse/inclusive.h"
#include "analyse/report-order.h"
#include "compat/compat.h"
#include "read/frames.h"
#include "read/gmon-model.h"
#include "read/reader.h"

/* A profile that was read and analysed.  RESULTS and ORDER point into MODEL,
   so it must stay where it is.  */
struct analysis
{
  struct model model;
  struct results results;
  struct reader reader;
  struct report_order order;
  struct gmon gmon;
  struct gmon_model place;
  struct compat compat;
  struct filter filter;
  struct reader_file *files;
  size_t file_count, file_room;
};

/* What is to be read, and how it is to be shown.  */
struct analysis_request
{
  const char *image;		/* NULL: a.out if there is one, else what the
				   profile names.  */
  bool recorded;		/* IMAGE is what the profile names, not
				   a.out.  */
  const char *const *profiles;	/* None: cgprof.out, else gmon.out.  */
  size_t profile_count;
  bool demangle;
  struct naming_memory *names;	/* Demangled for other requests; or NULL.  */
  bool zero;			/* With functions never seen.  */
  bool lines;			/* Find all source lines.  */

  bool compatible;		/* As GNU gprof 2.40 does it.  */
  enum gmon_format format;	/* Of gmon.out.  */
  struct image_choice choice;	/* Which symbols make functions.  */
  const struct filter_specs *specs;	/* What is shown; NULL: everything.  */
  bool line_rows;		/* The flat profile is by line.  */
  bool blocks;			/* Functions and blocks with lines.  */
  bool all;			/* Make all functions known.  */
  bool unordered;		/* ANALYSIS.order is not needed.  */
  bool static_calls;		/* With calls that were not made.  */
  bool places;			/* File and line with every name, */
  bool path;			/* whole paths.  */
  bool bsd;			/* For BSD's layout.  */
  enum report_order_by sort;	/* Of the flat profile.  */
  size_t name_room;		/* Longer names are shortened once all is in
				   order; 0: they stay whole.  */
  enum frames_detail frames;	/* What is found out about stacks.  */
  enum inclusive_choice propagate;	/* How time with callees is found.  */
};

/* The profile that is meant where none is named: cgprof.out, unless ONLY_GMON,
   else gmon.out.  NULL, with a message, if there is none.  */
const char *analysis_default_profile (bool only_gmon);

/* Read and merge REQUEST's profiles into ANALYSIS and do everything up to
   the views.  False, with a message, if that fails.  ANALYSIS must be
   freed in any case.  */
bool analysis_make (struct analysis *analysis,
		    const struct analysis_request *request);

void analysis_free (struct analysis *analysis);

#endif /* CGPROF_LOAD_ANALYSIS_H */
