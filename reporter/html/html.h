/* The HTML report.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_HTML_HTML_H
#define CGPROF_HTML_HTML_H

#include "analyse/results.h"
#include "html/source.h"

#include <stdio.h>

/* Print RESULTS, their model and SOURCE, to which files without text may be
   added, to OUT as one HTML page that needs no other file.  Of what never ran
   there are rows only if ALL, else the names of functions.  */
void html_print (const struct results *results,
		 struct html_source *source, bool all, FILE *out);

#endif /* CGPROF_HTML_HTML_H */
