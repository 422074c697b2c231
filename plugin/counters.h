/* Code that counts.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_COUNTERS_H
#define CGPROF_COUNTERS_H

/* Register the trees that live through the unit with GCC's collector.  */
void counters_register (const char *plugin);

/* Whether code of this unit counts through the base of a segment
   register.  */
bool counters_segment (void);

/* Give the current function its array of counters.  */
void counters_declare (void);

/* Begin counting in the current function, whose CALLS will be counted.  If it
   has an entry counter, unless it is counted late, give the thread its copy if
   it has none, count in word 0, and decide what its first calls share.  */
void counters_begin (const vec<gcall *> &calls);

/* Add 1 to WORD of the current function's counters, before *GSI.  */
void counters_increment (gimple_stmt_iterator *gsi, unsigned word,
			 location_t location);

/* Count the indirect call at *GSI, whose slot starts at WORD, under its
   target.  May split the block; *GSI stays at the call.  */
void counters_target (gimple_stmt_iterator *gsi, unsigned word);

/* Whether entries and direct calls of the current function are counted late,
   when all else is done (call-insns.cc): one instruction counts that needs no
   register, and instructions tell what they call.  */
bool counters_late (void);

/* Whether CALL is in so short a loop that the address of its counter is better
   kept in a register.  */
bool counters_short_p (gcall *call);

/* Add 1 to WORD of the current function's counters in RTL, before INSN;
   IN_REGISTER: by an address in a register.  */
void counters_increment_rtl (rtx_insn *insn, unsigned word, bool in_register);

/* Count entries of the current function in word 0 in RTL, before all else,
   after giving the thread its copy if it has none.  */
void counters_enter_rtl (void);

/* Whether MEMORY, an RTL expression, is a counter that plain statements
   count in.  */
bool counters_counter_p (rtx memory);

/* Emit what adds 1 to COUNTER, a memory operand: one instruction if the
   machine has it.  */
void counters_emit_add (rtx counter);

/* The address of WORD of the current function's counters in this thread's
   copy, or of the hidden words SYMBOL of the module; computed before
   *GSI.  */
tree counters_address (gimple_stmt_iterator *gsi, unsigned word,
		       location_t location);
tree counters_module_address (gimple_stmt_iterator *gsi, const char *symbol,
			      location_t location);

/* The same before the SSA form is made (containers.cc): declare a block of
   words NAME, which the unit's text will define; the address of the block
   DECL in this thread's copy, computed before *GSI; and its word WORD.  */
tree counters_early_declare (const char *name);
tree counters_early_address (gimple_stmt_iterator *gsi, tree decl,
			     location_t location);
tree counters_early_word (tree address, unsigned word);

/* The word behind WORD others at ADDRESS, one of these addresses, as a
   volatile memory operand.  */
tree counters_word_at (tree address, unsigned word);

#endif /* CGPROF_COUNTERS_H */
