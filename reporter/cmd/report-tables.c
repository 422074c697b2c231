/* The options of cgprof report about tables.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/diag.h"
#include "cmd/cmd.h"
#include "cmd/report.h"
#include "text/tables.h"

#include <stdlib.h>
#include <string.h>

/* Rows if --top says no number.  */
#define REPORT_TOP_ROWS 20

static int
report_set_key (struct tables_request *request, const char *text)
{
  static const char *const keys[] = {
    [ORDER_BY_SELF] = "self", [ORDER_BY_TOTAL] = "total",
    [ORDER_BY_CALLS] = "calls", [ORDER_BY_NAME] = "name"
  };
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    if (strcmp (keys[i], text) == 0)
      {
	request->key = i;
	request->sorted = true;
	return -1;
      }
  diag_error (NULL, "unknown sort key '%s', expected self, total, calls or "
	      "name", text);
  return 2;
}

static int
report_set_top (struct tables_request *request, const char *text)
{
  request->top = REPORT_TOP_ROWS;
  return text ? cmd_number (&request->top, text, 1, "number of rows") : -1;
}

int
report_apply_tables (struct tables_request *request, int option,
		     const char *text)
{
  unsigned table = 0;
  int status = -1;
  switch (option)
    {
    case REPORT_TOP:
      status = report_set_top (request, text);
      break;
    case REPORT_SORT:
      status = report_set_key (request, text);
      break;
    case REPORT_FUNCTION:
      table = TABLES_FUNCTION;
      request->function = text;
      break;
    case REPORT_CALLERS:
      table = TABLES_CALLERS;
      request->callers = text;
      break;
    case REPORT_CALLEES:
      table = TABLES_CALLEES;
      request->callees = text;
      break;
    case REPORT_SITES:
      table = TABLES_SITES;
      break;
    case REPORT_THREADS:
      table = TABLES_THREADS;
      break;
    case REPORT_MODULES:
      table = TABLES_MODULES;
      break;
    case REPORT_LINES:
      table = TABLES_LINES;
      break;
    default:
      return -2;
    }
  request->tables |= table;
  request->given = true;
  return status;
}

bool
report_print_tables (const struct tables_request *request, struct view *view)
{
  struct tables tables;
  tables_make (&tables, view->model, request, view->order);
  view_tables (view, &tables, request);
  bool good = !tables.missing
    || diag_error (NULL, "no function is called '%s'", tables.missing);
  tables_free (&tables);
  return good;
}
