/* Counting in the middle of code without changing what has a value there.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_BLOCKS_KEEP_H
#define CGPROF_BLOCKS_KEEP_H

/* Registers that counting may take, by their number of keep_register: bit I is
   the one of number I.  */
typedef unsigned register_set;

/* What has no register's number, and the one that keeps the flags best: what
   others do that for changes it meanwhile.  */
#define NO_REGISTER (-1)
#define FLAGS_REGISTER 0

/* How what has a value is kept while a place is counted.  */
struct keeping
{
  const char *keeper;		/* Keeps the flags, or NULL.  */
  bool flags, scratch;		/* The stack keeps them, and
				   counter_insns_scratch.  */
  const char *registers[2];	/* For counting.  */
};

/* Find which registers the current function changes anyway.  The registers for
   its entry must have been chosen.  */
void keep_begin_function (void);

/* Return the name of the register NUMBER, NULL if there are no more.  */
const char *keep_register (unsigned number);

/* Return the registers that have no value where LIVE ones have.  */
register_set keep_find_free (const_bitmap live);

/* Choose how to keep what has a value at a place where registers FREE have
   none, and emit what begins it; KEEPS: the flags have a value.  What counts
   uses the result's first NEEDED registers and may change the flags.  */
keeping keep_begin (register_set free, bool keeps, unsigned needed);

/* Emit what ends it.  */
void keep_end (const keeping &how);

#endif /* CGPROF_BLOCKS_KEEP_H */
