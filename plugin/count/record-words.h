/* Words that records for advice keep among the counters.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_RECORD_WORDS_H
#define CGPROF_RECORD_WORDS_H

/* Each thread has its own copy of these words, as of counters.  Addresses are
   pointers in the address space that counters are accessed in, computed by
   statements with LOCATION before *GSI.  */

/* Return the address of WORD of the current function's counters.  */
tree record_words_address (gimple_stmt_iterator *gsi, unsigned word,
			   location_t location);

/* Return the address of the words SYMBOL, a hidden symbol that the module
   defines once.  */
tree record_words_module_address (gimple_stmt_iterator *gsi,
				  const char *symbol, location_t location);

/* Return the address of the words DECL (counter_trees_block), for code that is
   not in SSA form yet.  */
tree record_words_early_address (gimple_stmt_iterator *gsi, tree decl,
				 location_t location);

/* Return word number WORD at ADDRESS, which one of the functions above has
   returned, as a memory operand: a plain one for code that is not in SSA form
   yet, and a volatile one for later code, where no pass may forward its value
   over a call.  */
tree record_words_early_operand (tree address, unsigned word);
tree record_words_operand (tree address, unsigned word);

#endif /* CGPROF_RECORD_WORDS_H */
