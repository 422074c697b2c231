/* The page that carries a profile: html/report.html with its style and its
   programs, compiled in.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_HTML_PAGE_H
#define CGPROF_HTML_PAGE_H

/* The lines before the data and those after it, up to NULL.  */
extern const char *const html_page_head[];
extern const char *const html_page_tail[];

#endif /* CGPROF_HTML_PAGE_H */
