/* The variables that counting refers to, and their types.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_COUNTER_TREES_H
#define CGPROF_COUNTER_TREES_H

/* Made when they are first needed; they live through the unit.  */
struct counter_trees
{
  tree word;			/* CGPROF_WORD.  */
  tree module;			/* CGPROF_MODULE.  */
  tree ready;			/* CGPROF_READY; NULL if not used.  */
  tree counter_type;		/* Type of a counter word: its own alias set,
				   as nothing else in the program can reach
				   one.  */
  tree operand_type;		/* The same in the address space that counters
				   are accessed in.  */
};

extern struct counter_trees counter_trees;

/* Register the trees with GCC's collector, for PLUGIN.  */
void counter_trees_register (const char *plugin);

/* Whether code of this unit counts through the base of a segment
   register.  */
bool counters_segment (void);

/* Whether direct calls of the current function are counted late: by
   instructions that are inserted when all else is done
   (instrument/call-insns.cc).  That needs call instructions that tell what
   they call, a code model in which a counter is an operand, and registers
   that have no value at a call, if counting takes any.  */
bool counters_late (void);

/* Whether the current function's entries are counted late, too.  Not in
   nested functions of a library: the address of the outer function's frame
   comes in one of those registers.  */
bool counters_late_entry (void);

/* Declare a block of words NAME, which the unit's text will define, and what
   counting in it refers to.  */
tree counter_trees_block (const char *name);

/* Give the current function its block of counters.  */
void counter_trees_declare (void);

#endif /* CGPROF_COUNTER_TREES_H */
