/* Instructions that count, in RTL.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_COUNTER_INSNS_H
#define CGPROF_COUNTER_INSNS_H

/* Add 1 to WORD of the current function's counters before INSN; IN_REGISTER:
   by an address in a register.  Before register allocation.  */
void counter_insns_increment (rtx_insn *insn, unsigned word, bool in_register);

/* Whether counter_insns_increment_late can count INSN, a call right after
   expand; if so, see to it that the registers it needs are free there.  */
bool counter_insns_reserve (rtx_insn *insn);

/* The same as counter_insns_increment when all else is done.  INSN is a call
   that registers have been reserved for.  */
void counter_insns_increment_late (rtx_insn *insn, unsigned word);

/* Count entries of the current function in word 0, before all else, after
   giving the thread its copy if it has none.  To be called when there are no
   basic blocks any more.  */
void counter_insns_enter (void);

/* Register the pass that makes one instruction, where the machine has it, of
   each load, add and store that GCC has expanded a counting statement to; for
   the plugin NAME.  */
void counter_insns_register (const char *name);

#endif /* CGPROF_COUNTER_INSNS_H */
