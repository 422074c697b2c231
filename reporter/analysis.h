/* From files to a model that can be shown.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ANALYSIS_H
#define CGPROF_ANALYSIS_H

#include "order.h"
#include "reader.h"

struct analysis
{
  struct model model;
  struct reader reader;
  struct order order;
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
  bool zero;			/* With functions never seen.  */
  bool lines;			/* Find all source lines.  */
};

/* Read and merge REQUEST's profiles into ANALYSIS and do everything up to
   the views.  False, with a message, if that fails.  ANALYSIS must be
   freed in any case.  */
bool analysis_make (struct analysis *analysis,
		    const struct analysis_request *request);

void analysis_free (struct analysis *analysis);

#endif /* CGPROF_ANALYSIS_H */
