/* Counting in the middle of code without changing what has a value there.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_BLOCKS_KEEP_H
#define CGPROF_BLOCKS_KEEP_H

/* Names of registers that have no value at a place, as many as counting takes
   there at most, and then NULL.  */
struct free_registers
{
  const char *names[4];
};

/* How what has a value is kept while a place is counted.  */
struct keeping
{
  const char *keeper;		/* Keeps the flags, or NULL.  */
  bool flags, scratch;		/* The stack keeps them, and
				   counter_insns_scratch.  */
  const char *const *registers;	/* For counting.  */
};

/* Find which registers the current function changes anyway.  The registers for
   its entry must have been chosen.  */
void keep_begin_function (void);

/* Return registers that have no value where LIVE ones have: for the flags if these
   are to be kept, FLAGS, and to find a counter.  */
free_registers keep_find_free (const_bitmap live, bool flags);

/* Choose how to keep what has a value at a place with the registers FREE, which must
   outlive the result, and emit what begins it; KEEPS: the flags have a value.  What
   counts uses the result's registers and may change the flags.  */
keeping keep_begin (const free_registers &free, bool keeps);

/* Emit what ends it.  */
void keep_end (const keeping &how);

#endif /* CGPROF_BLOCKS_KEEP_H */
