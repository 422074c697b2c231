/* The tables of a report.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_TEXT_TABLES_H
#define CGPROF_TEXT_TABLES_H

#include "analyse/report-tables.h"
#include "text/view.h"

/* Columns of a count and of a time.  */
#define VIEW_COUNT 13
#define VIEW_TIME 10

/* Print the title of a table, which ends with NAME unless that is NULL.  */
void view_title (struct view *view, const char *title, const char *name);

/* Print the end of SITE's line: who calls whom, and where.  */
void view_site (const struct view *view, const struct model_site *site);

/* Print TABLES, which were made by REQUEST.  */
void view_tables (struct view *view, const struct report_tables *tables,
		  const struct report_tables_request *request);

#endif /* CGPROF_TEXT_TABLES_H */
