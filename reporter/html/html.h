/* The HTML report.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_HTML_HTML_H
#define CGPROF_HTML_HTML_H

#include "html/source.h"
#include "text/view.h"

/* Print VIEW's model and SOURCE as one HTML page that needs no other
   file.  */
void view_html (const struct view *view, const struct html_source *source);

#endif /* CGPROF_HTML_HTML_H */
