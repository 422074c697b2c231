/* What the files of cgprof report share.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_CMD_REPORT_H
#define CGPROF_CMD_REPORT_H

#include "analyse/report-tables.h"
#include "balance/balance.h"
#include "base/terminal.h"
#include "compat/annotate.h"
#include "load/analysis.h"

/* What can be reported, in the order of printing.  */
enum report_part
{
  REPORT_FLAT = 1,
  REPORT_GRAPH = 2,
  REPORT_COUNTS = 4,
  REPORT_SOURCE = 8,
  REPORT_FUNCTIONS = 16,
  REPORT_FILES = 32,
  REPORT_INFO = 64,
  REPORT_SUM = 128
};

struct options_row;

struct report
{
  struct analysis_request request;
  struct filter_specs specs;
  struct annotate_request source;
  unsigned parts;		/* Of enum report_part, to be printed.  */
  unsigned refused;		/* Those that options spoke against.  */
  bool brief;
  bool bsd;
  bool error;
  bool inlined;
  struct report_tables_request tables;
  unsigned balance;		/* enum balance_by, with REPORT_TABLES_BALANCE
				   in TABLES.  */
  struct terminal terminal;
  bool color;
  bool begun;			/* One was reported.  */
  size_t width;
  const char *map;		/* For REPORT_FILES.  */
  const char *cc;		/* The compiler of --print-plugin and what
				   prints the like; NULL: cgprof's.  */
  const struct options_row *print;	/* Of the one given; or NULL.  */
};

/* Set REPORT, which has its defaults, to what ARGV asks for.  Returns
   OPTIONS_GO_ON or the exit status.  */
int report_parse (struct report *report, int argc, char **argv);

#endif /* CGPROF_CMD_REPORT_H */
