/* What counted code adds to a page: instructions, branches and loops.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_HTML_CODE_H
#define CGPROF_HTML_CODE_H

#include "base/json.h"
#include "html/source.h"

/* Write the parts of the code of RESULTS that was run, by JSON to OUT:
   "assembly", the instructions of the functions with most time, up to a limit;
   "branches" and "loops".  Functions are rows of ACTIVITY.  SOURCE may get
   further files, without text.  */
void html_code (struct json *json, FILE *out, const struct results *results,
		const struct activity *activity, struct html_source *source);

#endif /* CGPROF_HTML_CODE_H */
