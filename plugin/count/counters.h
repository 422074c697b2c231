/* Statements that count, in GIMPLE.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_COUNTERS_H
#define CGPROF_COUNTERS_H

/* Begin counting in the current function, whose CALLS will be counted.  If it
   has an entry counter, unless it is counted late, give the thread its copy if
   it has none, count in word 0, and decide what its first calls share.  */
void counters_begin (const vec<gcall *> &calls);

/* Whether CALL, a direct one of the current function, is counted by
   statements.  */
bool counters_now_p (gcall *call);

/* Add 1 to WORD of the current function's counters, before *GSI.  */
void counters_increment (gimple_stmt_iterator *gsi, unsigned word,
			 location_t location);

/* Count the indirect call at *GSI, whose slot starts at WORD, under its
   target.  May split the block; *GSI stays at the call.  */
void counters_target (gimple_stmt_iterator *gsi, unsigned word);

/* Whether CALL is in so short a loop that the address of its counter is better
   kept in a register.  */
bool counters_short_p (gcall *call);

/* The address of WORD of the current function's counters in this thread's
   copy, or of the hidden words SYMBOL of the module; computed before
   *GSI.  */
tree counters_address (gimple_stmt_iterator *gsi, unsigned word,
		       location_t location);
tree counters_module_address (gimple_stmt_iterator *gsi, const char *symbol,
			      location_t location);

/* The same before the SSA form is made (containers/code.cc): the address of the
   block DECL (counter_trees_block) in this thread's copy, computed before
   *GSI; and its word WORD.  */
tree counters_early_address (gimple_stmt_iterator *gsi, tree decl,
			     location_t location);
tree counters_early_word (tree address, unsigned word);

/* The word behind WORD others at ADDRESS, one of these addresses, as a
   volatile memory operand.  */
tree counters_word_at (tree address, unsigned word);

#endif /* CGPROF_COUNTERS_H */
