/* How the user names functions and arcs: [FILE:]FUNCTION or LINE.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ANALYSE_FILTER_PARSE_H
#define CGPROF_ANALYSE_FILTER_PARSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a specification is for.  */
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

/* What one end of an arc, or a function, must be; all that is given.  */
struct filter_spec_end
{
  const char *file;		/* Last part of its name; or NULL.  */
  uint32_t line;		/* Or 0.  */
  const char *name;		/* Or NULL.  */
};

struct filter_spec
{
  enum filter_use use;
  struct filter_spec_end left;	/* Caller, or the function.  */
  struct filter_spec_end right;	/* Callee.  */
  bool has_right;		/* There was a slash.  */
  bool plain;			/* Without colon: what is taken for a file
				   because of its dot may be a name.  */
  char *text;			/* To be freed; what the others point to.  */
  char *written;		/* To be freed; what the user wrote.  */
};

struct filter_specs
{
  struct filter_spec *specs;
  size_t count, room;
};

/* Add TEXT, which is for USE.  */
void filter_parse_add (struct filter_specs *specs, const char *text,
		       enum filter_use use);

void filter_parse_free (struct filter_specs *specs);

#endif /* CGPROF_ANALYSE_FILTER_PARSE_H */
