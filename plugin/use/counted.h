/* What an earlier run counted of each function's lines: the file of the option
   use=FILE (CGPROF_USE_HEAD in abi.h).

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_USE_COUNTED_H
#define CGPROF_USE_COUNTED_H

/* How often a line ran.  */
struct counted_line
{
  int line;			/* Behind that of the function's name.  */
  gcov_type count;
};

/* How often what of it is of one column did.  */
struct counted_part
{
  int line;
  int column;
  gcov_type count;
  bool test;			/* It has branches, which are never done before
				   they are wanted.  */
};

/* What an indirect call on it led to.  */
struct counted_call
{
  int line;
  const char *target;		/* Assembler name.  */
  gcov_type count;
};

/* What is called on it; "*" for an indirect call.  */
struct counted_site
{
  int line;
  const char *name;		/* As counted_site_name has it.  */
};

struct counted_function
{
  gcov_type calls;
  gcov_type instructions;
  bool hot;			/* One of those that ran most of all.  */
  auto_vec<counted_line> lines;	/* By line.  */
  auto_vec<counted_part> parts;	/* By line and column.  */
  auto_vec<counted_call> calls_led; /* By line.  */
  auto_vec<counted_site> sites;	/* Likewise, and by name.  */
};

/* Read FILE.  Return false after an error.  */
bool counted_read (const char *file);

/* Return the assembler name NAME as sites have it: one for all constructors of
   a class with the same parameters, and one for all destructors, as it depends
   on where one is defined by which name it is known.  */
const char *counted_site_name (const char *name);

/* Return the function with the assembler name NAME, or NULL.  */
counted_function *counted_find (const char *name);

/* Return how often LINE of FUNCTION ran, -1 if that is not known.  */
gcov_type counted_line_count (const counted_function *function, int line);

/* Return what was counted of COLUMN of LINE of FUNCTION, NULL if nothing
   was.  */
const counted_part *counted_find_part (const counted_function *function,
				       int line, int column);

#endif /* CGPROF_USE_COUNTED_H */
