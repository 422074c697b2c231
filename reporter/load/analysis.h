/* Reading profiles and all analyses of them, in their order.

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
  struct frames frames;
  struct report_order order;
  struct gmon gmon;
  struct gmon_model gmon_model;
  struct compat compat;
  struct filter filter;
  struct reader_file *files;
  size_t file_count, file_room;
  size_t named;			/* Functions that have their names and
				   places.  */
};

/* What is to be read, and how it is to be shown.  */
struct analysis_request
{
  const char *image;		/* NULL: a.out if there is one, else what the
				   profile names.  */
  const char *build;		/* Of IMAGE, only profiles of this build
				   (reader.h) are read, whatever else the files
				   hold; NULL: any that fit.  */
  bool recorded;		/* If IMAGE is NULL, take the program that the
				   profile names, not a.out.  */
  const char *const *profiles;	/* If there is none: cgprof.out, else
				   gmon.out.  */
  size_t profile_count;
  const char *processes;	/* Only profiles of these (reader.h).  */
  const char *from;		/* Only samples from this time on, */
  const char *to;		/* and before this one (reader.h).  */
  bool latency;			/* Samples count less while other threads run
				   (reader.h).  */
  unsigned state;		/* Only samples in this enum model_state, which
				   is one less; 0: all.  */
  bool demangle;
  struct naming_memory *names;	/* What was demangled for other requests; or
				   NULL.  */
  bool zero;			/* Include functions that were neither called
				   nor seen running.  */
  bool lines;			/* Find the lines of all functions.  */

  bool compatible;		/* As GNU gprof 2.40 does it.  */
  enum gmon_format format;	/* That gmon.out must be in.  */
  struct image_choice choice;	/* Which symbols make functions.  */
  const struct filter_specs *specs;	/* What is shown; NULL: everything.  */
  bool line_rows;		/* The flat profile is by line.  */
  bool blocks;			/* Find blocks, and lines for them and for all
				   functions; sort them in ANALYSIS.order.  */
  bool code;			/* Find what all code did whose instructions
				   are counted.  */
  bool origins;			/* Tell that of different inlined calls, and
				   blocks of a line, apart.  */
  bool assembly;		/* With CODE: find each instruction, and the
				   time at each address.  */
  bool without_instructions;	/* They are not needed, nor what counts
				   them.  */
  bool all;			/* Add all functions of the image to the
				   model.  */
  bool unordered;		/* ANALYSIS.order is not needed.  */
  bool shares;			/* Find the calls of each process.  */
  bool static_calls;		/* Include calls that were not made.  */
  bool places;			/* Names have file and line behind them, */
  bool path;			/* with whole paths.  */
  bool bsd;			/* Names and order for BSD's layout.  */
  enum report_order_by sort;	/* Of the flat profile.  */
  size_t name_room;		/* Longer names are shortened once all is in
				   order; 0: they stay whole.  */
  enum frames_detail frames;	/* What is added to stacks.  */
  enum inclusive_choice propagate;	/* Whether times with callees are
					   measured.  */
};

/* Return the name of the profile to read where none is given: cgprof.out,
   unless ONLY_GMON, else gmon.out.  Return NULL, with a message, if there is
   none.  */
const char *analysis_default_profile (bool only_gmon);

/* Set ANALYSIS, which the caller must free in any case, to the profiles of
   REQUEST, added up, and to the results of all analyses.  Return false, with a
   message, if that fails.  */
bool analysis_make (struct analysis *analysis,
		    const struct analysis_request *request);

/* Read the profiles again, into ANALYSIS, which analysis_make made of REQUEST
   and a cgprof.out: what changed since are figures, and things that are new.
   Functions and call sites keep their indices, and no image is opened twice.
   Return false, with a message, if that fails.  */
bool analysis_read_again (struct analysis *analysis,
			  const struct analysis_request *request);

void analysis_free (struct analysis *analysis);

#endif /* CGPROF_LOAD_ANALYSIS_H */
