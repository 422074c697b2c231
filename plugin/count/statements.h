/* Statements and blocks, in GIMPLE.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_STATEMENTS_H
#define CGPROF_STATEMENTS_H

/* Insert STATEMENT, with LOCATION, before *GSI, which stays where it is.  */
void statement_insert (gimple_stmt_iterator *gsi, gimple *statement,
		       location_t location);

/* Add to *LIST, the outputs, inputs or clobbers of an assembler statement,
   an element with CONSTRAINT and VALUE.  A clobber has no VALUE (NULL_TREE)
   and its register's name as CONSTRAINT.  */
void statement_add_operand (vec<tree, va_gc> **list, const char *constraint,
			    tree value);

/* Return an iterator in BLOCK before which statements can be inserted, even
   if BLOCK is empty.  It stands at a new first statement that does nothing,
   which the caller removes when it is done.  */
gimple_stmt_iterator block_hold_place (basic_block block);

/* Return a new empty block, behind AFTER in the order of blocks.  Edges lead
   to it from FROM, with FLAGS and PROBABILITY, and from it to TO.  */
basic_block block_make_arm (basic_block after, basic_block from, int flags,
			    profile_probability probability, basic_block to);

#endif /* CGPROF_STATEMENTS_H */
