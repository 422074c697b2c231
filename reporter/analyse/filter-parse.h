/* How the user names functions and arcs: [FILE:]FUNCTION or LINE.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ANALYSE_FILTER_PARSE_H
#define CGPROF_ANALYSE_FILTER_PARSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a specification selects, and for which part of the report (gprof's
   options): IN: nothing else is shown; OUT: these are not shown.  */
enum filter_use
{
  FILTER_GRAPH_IN,
  FILTER_GRAPH_OUT,
  FILTER_ARCS_IN,
  FILTER_ARCS_OUT,
  FILTER_FLAT_IN,
  FILTER_FLAT_OUT,
  FILTER_TIME_IN,
  FILTER_TIME_OUT,
  FILTER_SOURCE_IN,
  FILTER_SOURCE_OUT,
  FILTER_COUNTS_IN,
  FILTER_COUNTS_OUT,
  FILTER_USES
};

/* What the user says of a function; all that is given must hold.  */
struct filter_spec_end
{
  const char *file;		/* Last part of the file's name; NULL: any.  */
  uint32_t line;		/* 0: any.  */
  const char *name;		/* NULL: any.  */
  bool plain;			/* FILE may also be the name of a function
				   with a dot: nothing was before a colon.  */
};

/* One specification: a function, or an arc.  */
struct filter_spec
{
  enum filter_use use;
  struct filter_spec_end left;	/* The caller, or the function.  */
  struct filter_spec_end right;	/* The callee, */
  bool has_right;		/* if the user wrote CALLER/CALLEE.  */
  char *text;			/* The strings of LEFT and RIGHT.  */
  char *written;		/* What the user wrote.  */
};

/* All specifications.  A zeroed struct has none.  */
struct filter_specs
{
  struct filter_spec *specs;
  size_t count, room;
};

/* The slash of CALLER/CALLEE in TEXT, or NULL.  That of C++'s operators is
   part of their name.  */
char *filter_parse_slash (const char *text);

/* Add the specification TEXT, for USE, to SPECS.  TEXT is copied.  */
void filter_parse_add (struct filter_specs *specs, const char *text,
		       enum filter_use use);

void filter_parse_free (struct filter_specs *specs);

#endif /* CGPROF_ANALYSE_FILTER_PARSE_H */
