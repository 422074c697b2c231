/* The tables of a report.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_TEXT_TABLES_H
#define CGPROF_TEXT_TABLES_H

#include "analyse/report-tables.h"
#include "text/view.h"

/* Print TABLES, which were made by REQUEST.  */
void view_tables (struct view *view, const struct report_tables *tables,
		  const struct report_tables_request *request);

#endif /* CGPROF_TEXT_TABLES_H */
