/* How the user names functions and arcs: [FILE:]FUNCTION or LINE.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ANALYSE_FILTER_PARSE_H
#define CGPROF_ANALYSE_FILTER_PARSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a specification is for.  */
enum symspec_use
{
  SYMSPEC_GRAPH_IN,
  SYMSPEC_GRAPH_OUT,
  SYMSPEC_ARCS_IN,
  SYMSPEC_ARCS_OUT,
  SYMSPEC_FLAT_IN,
  SYMSPEC_FLAT_OUT,
  SYMSPEC_TIME_IN,
  SYMSPEC_TIME_OUT,
  SYMSPEC_SOURCE_IN,
  SYMSPEC_SOURCE_OUT,
  SYMSPEC_COUNTS_IN,
  SYMSPEC_COUNTS_OUT,
  SYMSPEC_USES
};

/* What one end of an arc, or a function, must be; all that is given.  */
struct symspec_end
{
  const char *file;		/* Last part of its name; or NULL.  */
  uint32_t line;		/* Or 0.  */
  const char *name;		/* Or NULL.  */
};

struct symspec
{
  enum symspec_use use;
  struct symspec_end left;	/* Caller, or the function.  */
  struct symspec_end right;	/* Callee.  */
  bool has_right;		/* There was a slash.  */
  bool plain;			/* Without colon: what is taken for a file
				   because of its dot may be a name.  */
  char *text;			/* To be freed; what the others point to.  */
  char *written;		/* To be freed; what the user wrote.  */
};

struct symspecs
{
  struct symspec *specs;
  size_t count, room;
};

/* Add TEXT, which is for USE.  */
void symspec_add (struct symspecs *specs, const char *text,
		  enum symspec_use use);

void symspec_free (struct symspecs *specs);

#endif /* CGPROF_ANALYSE_FILTER_PARSE_H */
