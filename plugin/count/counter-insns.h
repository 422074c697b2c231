/* Instructions that count, in RTL.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_COUNTER_INSNS_H
#define CGPROF_COUNTER_INSNS_H

/* Add 1 to WORD of the current function's counters before INSN; if
   IN_REGISTER, by an address in a register.  Must be called before register
   allocation.  */
void counter_insns_increment (rtx_insn *insn, unsigned word, bool in_register);

/* Return whether counter_insns_increment_late can count INSN, a call right
   after expand.  If so, reserve the registers that it needs there.  */
bool counter_insns_reserve (rtx_insn *insn);

/* Do as counter_insns_increment does, but after all passes that change
   instructions.  INSN is a call that counter_insns_reserve has reserved
   registers for.  */
void counter_insns_increment_late (rtx_insn *insn, unsigned word);

/* Choose the registers for counter_insns_enter: such as hold nothing when the
   current function is entered, whatever its calling convention is.  Must be
   called when registers are allocated and there are basic blocks.  */
void counter_insns_choose_registers (void);

/* Count entries of the current function in word 0, by instructions before all
   others that first give the thread its copy if it has none; with the mark
   CGPROF_MARK_LOCAL behind them if LOCAL.  Must be called when there are no
   basic blocks any more.  */
void counter_insns_enter (bool local);

/* Emit what adds VALUE to COUNTER, a memory operand: one instruction if the
   machine has it.  Must be called before register allocation.  */
void counter_insns_emit_sum (rtx counter, rtx value);

/* What follows makes instructions for when all is done that changes others:
   those between start_sequence and counter_insns_finish, which returns them,
   with LOCATION.  */
rtx_insn *counter_insns_finish (location_t location);

/* Emit TEXT, an assembler template without operands.  */
void counter_insns_emit_text (const char *text);

/* What follows finds counters by the segment, or by registers that have no
   value there.  Return how many it takes and changes.  */
unsigned counter_insns_registers_needed (void);

/* Names of CGPROF_CPU_SCRATCH, as many.  */
extern const char *const counter_insns_scratch[];

/* Emit TEXT with the memory of the counter WORD as operand 0, by the registers
   of these names.  */
void counter_insns_emit_word_text (const char *text, unsigned word,
				   const char *const *registers);

/* Emit what adds 1 to WORD of the current function's counters; it changes the
   flags, too.  */
void counter_insns_emit_add (unsigned word, const char *const *registers);

/* Without the segment: emit what takes the address of the current function's
   counters to the register BASE, by DISTANCE; it changes the flags, too,
   unless KEEPS_FLAGS.  */
void counter_insns_emit_base (const char *distance, const char *base,
			      bool keeps_flags);

/* Emit what adds 1 to WORD of the counters whose address BASE has; it changes
   the flags.  */
void counter_insns_emit_add_by (unsigned word, const char *base);

/* Emit what counts CALL, an indirect one, in the slot at WORD; it changes the
   flags and registers that have no value at a call.  */
void counter_insns_emit_target (rtx_insn *call, unsigned word);

/* Emit the label NUMBER of the kind KIND of the current function, see
   sites/pieces.h.  */
void counter_insns_mark (char kind, unsigned number);

#endif /* CGPROF_COUNTER_INSNS_H */
