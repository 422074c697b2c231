/* The variables that counting refers to, and their types.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_COUNTER_TREES_H
#define CGPROF_COUNTER_TREES_H

/* The trees that counting statements refer to.  Each is made when it is first
   needed and lives until the end of the unit.  */
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

/* Return whether code of this unit finds its counters by the base of a segment
   register.  */
bool counters_segment (void);

/* Return whether counters are added to by atomic additions: the user wants
   it, or the processor has nothing else that no signal can split.  */
bool counters_atomic (void);

/* Return whether this unit's functions have all their code counted (blocks/),
   calls with it.  */
bool counters_blocks_unit (void);

/* Return whether the current function has, which not all of such a unit's
   have.  */
bool counters_blocks (void);

/* Return whether direct calls of the current function are counted late: by
   instructions that are inserted when all else is done
   (instrument/call-insns.cc).  That needs call instructions that tell what
   they call, a code model in which a counter is an operand and, if counting
   takes registers, some that have no value at a call.  */
bool counters_late (void);

/* Return whether the current function's entries are counted late, too.  They
   are not in nested functions of a library: the address of the outer
   function's frame comes in one of those registers.  */
bool counters_late_entry (void);

/* Return the declaration of the block of counter words NAME, which the unit's
   text will define, and make the trees that counting in it refers to.  */
tree counter_trees_block (const char *name);

/* Declare the block of counters of the current function.  */
void counter_trees_declare (void);

#endif /* CGPROF_COUNTER_TREES_H */
