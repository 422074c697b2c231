/* What is in the tables of a report: of a function's callers and callees, of
   call sites, inlined calls, processes, threads, modules and lines.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ANALYSE_REPORT_TABLES_H
#define CGPROF_ANALYSE_REPORT_TABLES_H

#include "analyse/report-order.h"
#include "analyse/source-lines.h"

/* The tables, as bits.  */
enum report_tables_table
{
  REPORT_TABLES_FUNCTION = 1,	/* All about a function.  */
  REPORT_TABLES_CALLERS = 2,
  REPORT_TABLES_CALLEES = 4,
  REPORT_TABLES_SITES = 8,
  REPORT_TABLES_THREADS = 16,
  REPORT_TABLES_MODULES = 32,
  REPORT_TABLES_LINES = 64,
  REPORT_TABLES_PROCESSES = 128,
  REPORT_TABLES_BALANCE = 256,	/* Made and shown by others, */
  REPORT_TABLES_BYTES = 512,	/* likewise.  */
  REPORT_TABLES_INSTRUCTIONS = 1024,	/* likewise.  */

  /* Those that need to know which call a stack was making.  */
  REPORT_TABLES_PLACES = REPORT_TABLES_FUNCTION | REPORT_TABLES_SITES
			 | REPORT_TABLES_LINES
};

/* What the user asks for.  */
struct report_tables_request
{
  unsigned tables;		/* Of enum report_tables_table.  */
  bool given;			/* There was an option that asks for
				   tables.  */
  enum report_order_by key;
  bool sorted;			/* The user chose KEY.  */
  size_t top;			/* Largest number of rows of each table.  */

  /* The function of each table, by name; NULL: a table for each function.  */
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

/* A function, and the rows of its tables.  */
struct report_tables_function
{
  uint32_t function;
  bool whole;			/* It has all tables (REPORT_TABLES_FUNCTION).
				   Else CALLERS and CALLEES say which.  */
  bool callers;
  bool callees;
  struct report_tables_range in;	/* Arcs to it, */
  struct report_tables_range out;	/* and from it.  */
  struct report_tables_range sites;	/* In it, */
  struct report_tables_range calls;	/* and of it.  */
};

/* The rows of all tables that were asked for.  */
struct report_tables
{
  const struct model *model;
  const struct results *results;
  struct report_tables_function *functions;
  size_t function_count, function_room;
  uint32_t *indices;		/* Of arcs, sites, inlined calls, processes,
				   threads, modules or lines, whatever the
				   table of a range has.  */
  size_t index_count, index_room;
  struct report_tables_range sites;
  struct report_tables_range inlined_calls;
  struct report_tables_range processes;
  struct report_tables_range threads;
  struct report_tables_range modules;
  struct report_tables_range lines;	/* Of SOURCE.  */
  struct source_lines source;
  const char *missing;		/* A name in the request that no function has;
				   or NULL.  */
};

/* Set TABLES, which the caller must free, to the tables of RESULTS that
   REQUEST asks for, each sorted and cut off after REQUEST->top rows.  ORDER is
   that of RESULTS.  */
void report_tables_make (struct report_tables *tables,
			 const struct results *results,
			 const struct report_tables_request *request,
			 const struct report_order *order);

/* Sort the flat profile of ORDER, which is of RESULTS, as the tables are: by
   KEY.  */
void report_tables_sort_flat (struct report_order *order,
			      const struct results *results,
			      enum report_order_by key);

void report_tables_free (struct report_tables *tables);

#endif /* CGPROF_ANALYSE_REPORT_TABLES_H */
