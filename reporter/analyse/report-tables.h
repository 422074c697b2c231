/* What is in the tables of a report: of a function's callers and callees, of
   call sites, threads, modules and lines.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ANALYSE_REPORT_TABLES_H
#define CGPROF_ANALYSE_REPORT_TABLES_H

#include "analyse/report-order.h"
#include "analyse/source-lines.h"

enum tables_table
{
  TABLES_FUNCTION = 1,		/* All about a function.  */
  TABLES_CALLERS = 2,
  TABLES_CALLEES = 4,
  TABLES_SITES = 8,
  TABLES_THREADS = 16,
  TABLES_MODULES = 32,
  TABLES_LINES = 64,

  /* Those that need to know which call a stack was making.  */
  TABLES_PLACES = TABLES_FUNCTION | TABLES_SITES | TABLES_LINES
};

struct tables_request
{
  unsigned tables;		/* Of enum tables_table.  */
  bool given;			/* Any option was.  */
  enum order_by key;
  bool sorted;			/* The user chose KEY.  */
  size_t top;			/* Rows of each at most.  */

  /* Names of functions; NULL: each function.  */
  const char *function;
  const char *callers;
  const char *callees;
};

/* A part of tables.indices.  */
struct tables_range
{
  size_t first;
  size_t count;
};

/* One function, with what its tables have.  */
struct tables_function
{
  uint32_t function;
  bool whole;			/* TABLES_FUNCTION, else CALLERS and */
  bool callers;			/* CALLEES say what there is.  */
  bool callees;
  struct tables_range in;	/* Arcs to it, */
  struct tables_range out;	/* and from it.  */
  struct tables_range sites;	/* In it, */
  struct tables_range calls;	/* and of it.  */
};

struct tables
{
  const struct model *model;
  const struct results *results;
  struct tables_function *functions;
  size_t function_count, function_room;
  uint32_t *indices;
  size_t index_count, index_room;
  struct tables_range sites;
  struct tables_range threads;
  struct tables_range modules;
  struct tables_range lines;	/* Of SOURCE.  */
  struct source source;
  const char *missing;		/* A name that no function has; or NULL.  */
};

/* Set TABLES to what REQUEST asks of RESULTS, each table sorted and cut off.
   It must be freed.  */
void tables_make (struct tables *tables, const struct results *results,
		  const struct tables_request *request,
		  const struct order *order);

void tables_free (struct tables *tables);

#endif /* CGPROF_ANALYSE_REPORT_TABLES_H */
