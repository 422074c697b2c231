/* What the files of cgprof report share.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_CMD_REPORT_H
#define CGPROF_CMD_REPORT_H

#include "analyse/report-tables.h"
#include "text/view.h"

enum report_option
{
  REPORT_DEMANGLE = 256,
  REPORT_NO_DEMANGLE,
  REPORT_INLINE,
  REPORT_COMPATIBLE,
  REPORT_PRINT_PLUGIN,
  REPORT_CFLAGS,
  REPORT_SPECS,
  REPORT_PROPAGATE,
  REPORT_ERROR,
  REPORT_SHOW_INLINED,
  REPORT_TOP,
  REPORT_SORT,
  REPORT_FUNCTION,
  REPORT_CALLERS,
  REPORT_CALLEES,
  REPORT_SITES,
  REPORT_THREADS,
  REPORT_MODULES,
  REPORT_LINES
};

/* An option, with what --help says of it; NAME NULL: gprof's, but without a
   long name of its own.  */
struct report_option_row
{
  const char *name;
  int value;			/* Below 256: also the short option.  */
  int argument;
  const char *shown;		/* The argument.  */
  const char *help;
};

#define REPORT_OPTIONS_MAX 96

extern const struct report_option_row report_options[];
extern const size_t report_option_count;

void report_help (void);

/* Act on OPTION if it is about tables, its argument being TEXT.  Returns the
   exit status if the program is to end, -1 if not, -2 if it is another
   option.  */
int report_apply_tables (struct tables_request *request, int option,
			 const char *text);

/* Print the tables that REQUEST asks for.  False, with a message, if there is
   no function of a name it has.  */
bool report_print_tables (const struct tables_request *request,
			  struct view *view);

#endif /* CGPROF_CMD_REPORT_H */
