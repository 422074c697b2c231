/* What is in the tables of a report: of a function's callers and callees, of
   call sites, threads, modules and lines.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ANALYSE_REPORT_TABLES_H
#define CGPROF_ANALYSE_REPORT_TABLES_H

#include "analyse/report-order.h"
#include "analyse/source-lines.h"

enum report_tables_table
{
  REPORT_TABLES_FUNCTION = 1,	/* All about a function.  */
  REPORT_TABLES_CALLERS = 2,
  REPORT_TABLES_CALLEES = 4,
  REPORT_TABLES_SITES = 8,
  REPORT_TABLES_THREADS = 16,
  REPORT_TABLES_MODULES = 32,
  REPORT_TABLES_LINES = 64,

  /* Those that need to know which call a stack was making.  */
  REPORT_TABLES_PLACES = REPORT_TABLES_FUNCTION | REPORT_TABLES_SITES
			 | REPORT_TABLES_LINES
};

struct report_tables_request
{
  unsigned tables;		/* Of enum report_tables_table.  */
  bool given;			/* Any option was.  */
  enum report_order_by key;
  bool sorted;			/* The user chose KEY.  */
  size_t top;			/* Rows of each at most.  */

  /* Names of functions; NULL: each function.  */
  const char *function;
  const char *callers;
  const char *callees;
};

/* A part of tables.indices.  */
struct report_tables_range
{
  size_t first;
  size_t count;
};

/* One function, with what its tables have.  */
struct report_tables_function
{
  uint32_t function;
  bool whole;			/* REPORT_TABLES_FUNCTION, else CALLERS and */
  bool callers;			/* CALLEES say what there is.  */
  bool callees;
  struct report_tables_range in;	/* Arcs to it, */
  struct report_tables_range out;	/* and from it.  */
  struct report_tables_range sites;	/* In it, */
  struct report_tables_range calls;	/* and of it.  */
};

struct report_tables
{
  const struct model *model;
  const struct results *results;
  struct report_tables_function *functions;
  size_t function_count, function_room;
  uint32_t *indices;
  size_t index_count, index_room;
  struct report_tables_range sites;
  struct report_tables_range threads;
  struct report_tables_range modules;
  struct report_tables_range lines;	/* Of SOURCE.  */
  struct source_lines source;
  const char *missing;		/* A name that no function has; or NULL.  */
};

/* Set TABLES to what REQUEST asks of RESULTS, each table sorted and cut off.
   It must be freed.  */
void report_tables_make (struct report_tables *tables,
			 const struct results *results,
			 const struct report_tables_request *request,
			 const struct report_order *order);

void report_tables_free (struct report_tables *tables);

#endif /* CGPROF_ANALYSE_REPORT_TABLES_H */
