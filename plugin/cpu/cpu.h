/* What the plugin knows of a processor.

   plugin/cpu/CPU.h defines the macros and functions below for one processor;
   the build chooses it by $CC's target and falls back to generic.h, which is
   right everywhere and only slower.  The slow paths that are called are in
   plugin/module, likewise.

   The templates become instructions of users' programs.  As with those of a
   compiler, the plugin's licence does not extend to what is made of them.

   CGPROF_CPU_POINTER_SIZE
     Bits of a pointer in the code that is compiled, 0 if the plugin has
     nothing for such code.

   CGPROF_CPU_INCREMENT
     Assembler template that adds 1 to the 64-bit memory operand %0 so that no
     signal can split it: what the signal's handler adds is added, too.  NULL
     where there is none; there additions are atomic ones if GCC makes
     instructions of these.  Used where GCC would not make one instruction of
     plain statements.

   CGPROF_CPU_INCREMENT_HALVES
     Whether the template is of two instructions, of which the second adds the
     carry, and its memory operands are the lower 32 bits, %0, and the higher,
     %1.

   CGPROF_CPU_ENTER, CGPROF_CPU_TARGET
     Assembler templates that call CGPROF_ENTER (output %0, constraint
     CGPROF_CPU_ENTER_RESULT: the thread's distance) and CGPROF_TARGET
     (inputs %0 the slot's address, %1 the called address, constraints
     CGPROF_CPU_SLOT_OPERAND and CGPROF_CPU_TARGET_OPERAND) so that to GCC
     they are no calls: every register but the result, the flags and
     CGPROF_CPU_CLOBBERS is preserved and the stack pointer not moved.  A
     function keeps its frame, its sibling calls and its shrink-wrapping.
     NULL: the plugin emits ordinary calls.  CGPROF_CPU_CLOBBERS is NULL if
     the user has reserved all registers that could be clobbered, which
     CGPROF_CPU_CLOBBERS_TEXT names for an error.

   CGPROF_CPU_SEGMENT
     GCC's address space that is relative to the base of a segment register
     which the kernel keeps for each thread and nothing else uses; 0 where
     there is none.  A program's code counts through it.

   CGPROF_CPU_KERNEL
     Whether the code is a kernel's, which has no thread pointer.

   CGPROF_CPU_BEGIN, CGPROF_CPU_SLOT
     Used with CGPROF_CPU_SEGMENT instead of CGPROF_CPU_ENTER and
     CGPROF_CPU_TARGET: the first calls CGPROF_BEGIN and has no operands,
     the second calls CGPROF_SLOT, and input %0 is the slot's address in the
     section.

   CGPROF_CPU_BEGIN_AT_ENTRY
     Assembler template without operands for the place before a function's
     first instruction, which calls CGPROF_BEGIN.

   CGPROF_CPU_THREAD_SPACE
     Used with CGPROF_CPU_INCREMENT: the address space of thread-local
     variables.

   CGPROF_CPU_LATE, CGPROF_CPU_LATE_ENTRY
     Whether instructions that count direct calls, or entries, can be put
     before these when all else is done, in the code model that is compiled
     for.

   CGPROF_CPU_SCRATCH
     Used with CGPROF_CPU_LATE: the names, with commas, of the registers that
     this takes at a call, where they hold no value but for calls that say that
     they use them; two if no function of the processor's
     (cpu_count_at_call) writes the instructions.

   CGPROF_CPU_FLAGS_KEEPERS
     Used with CGPROF_CPU_SEGMENT: names, with commas, of registers that
     cpu_keep_flags can take.  It changes the first one, whichever it is given.

   CGPROF_CPU_APART_PUSHED
     Used with CGPROF_CPU_SEGMENT: how far the stack pointer is lower where
     cpu_count_target_apart reads its operand, in bytes.

   CGPROF_CPU_ENTRY_SCRATCH
     Used with CGPROF_CPU_LATE_ENTRY: names, with commas, of the registers that
     may hold no value before a function's first instruction, in the order of
     preference.

   CGPROF_CPU_TEXT_BEGIN, CGPROF_CPU_TEXT_END
     Strings to put around the module's text, which is in the assembler
     syntax of a compilation without options.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_CPU_H
#define CGPROF_CPU_H

#include "cgprof/abi.h"

/* Whether a call of the function NAME may change the base of
   CGPROF_CPU_SEGMENT.  FIRST and SECOND are its first arguments, each if it is
   a small constant, or -1.  */
static inline bool cpu_sets_segment (const char *name, int first, int second);

/* Whether TEXT, an assembler statement's, does.  */
static inline bool cpu_text_sets_segment (const char *text);

/* Make atomic additions instructions, not calls, from now on.  */
static inline void cpu_inline_atomics (void);

/* Whether the registers CGPROF_CPU_SCRATCH cannot be used as said above in
   FUNCTION: it has to save them nevertheless, or the user has reserved
   one.  */
static inline bool cpu_saves_scratch (tree function);

/* Return an assembler template without operands for the place before a
   function's first instruction, which calls CGPROF_ENTER and takes the result
   to the register DISTANCE.  It changes OTHER, too, and nothing else.  */
static inline const char *cpu_enter_at_entry (const char *distance,
					      const char *other);

/* Return an assembler template without operands for the place before a direct
   call, which adds 1, so that no signal can split it, to the word at OFFSET
   from the symbol COUNTERS in the thread's copy; LOCAL_EXEC tells how its
   distance, CGPROF_WORD, is found, by the local-exec or the initial-exec
   model.  It changes the registers CGPROF_CPU_SCRATCH and nothing else.  NULL
   where CGPROF_CPU_INCREMENT has what is needed.  */
static inline const char *cpu_count_at_call (const char *counters,
					     unsigned offset, bool local_exec);

/* The next ones are for CGPROF_CPU_SEGMENT.  Return an assembler template
   without operands that finds the counter at OFFSET from the symbol COUNTERS
   in the thread's copy without the segment, as cpu_count_at_call does, by the
   registers DISTANCE and ADDRESS, of which the second then has its address.
   It changes the flags, too, unless KEEPS_FLAGS.  */
static inline const char *cpu_find_counter (const char *counters,
					    unsigned offset, bool local_exec,
					    bool keeps_flags,
					    const char *distance,
					    const char *address);

/* Return an assembler template without operands that keeps the FLAGS on the
   stack, if so, and if SCRATCH the registers CGPROF_CPU_SCRATCH, until what
   cpu_pop returns.  Nothing else is changed.  */
static inline const char *cpu_push (bool flags, bool scratch);
static inline const char *cpu_pop (bool flags, bool scratch);

/* Return an assembler template without operands that changes KEEPER, of
   CGPROF_CPU_FLAGS_KEEPERS, so that the flags may be changed until what
   cpu_restore_flags returns.  */
static inline const char *cpu_keep_flags (const char *keeper);
static inline const char *cpu_restore_flags (const char *keeper);

/* Return an assembler template for the place before an indirect call of
   TARGET, which is a register or in memory and operand 0.  It counts in the
   slot at OFFSET from the symbol COUNTERS, whose first words operands 1 and 2
   are, and changes the flags and the register r11 or what has its place.  */
static inline const char *cpu_count_target (rtx target, const char *counters,
					    unsigned offset);

/* Likewise, but it changes nothing but the flags, and has no operands but the
   first.  */
static inline const char *cpu_count_target_apart (rtx target,
						  const char *counters,
						  unsigned offset);

/* Return an assembler template for the place before or after a call, which
   calls CGPROF_TELL with WHAT and the call's argument SET, or -1.  It changes
   the flags and the register r11 or what has its place.  */
static inline const char *cpu_tell_at_call (int what, int set);

/* Return an assembler template that adds to operand 0, a counter, how often
   INSN, which follows, is to be repeated, if it is an instruction that repeats
   itself; else NULL.  */
static inline const char *cpu_count_repetitions (const rtx_insn *insn);

/* The next three are for CGPROF_CPU_INCREMENT.  Return the address, in
   CGPROF_CPU_THREAD_SPACE, of the thread-local variable SYMBOL in the
   local-exec model.  */
static inline rtx cpu_thread_address (rtx symbol);

/* Return the memory that holds this address in the initial-exec model.  */
static inline rtx cpu_thread_offset (rtx symbol);

/* Return the instruction that adds VALUE, which may be in memory, to REG.  */
static inline rtx cpu_add (rtx reg, rtx value);

/* Return the instruction that adds 1 to COUNTER, a memory operand of 64 bits,
   if there is a shorter one than GCC makes of the sum; NULL_RTX if not.  For
   places where GCC does not work on it any more.  */
static inline rtx cpu_short_increment (rtx counter);

/* The number of the register NAME, which lives as long as the compiler;
   negative if there is none.  GCC compares a name with those of all registers,
   and the few that the plugin has are asked for at each call.  */

inline int
cpu_register_number (const char *name)
{
  static hash_map<nofree_string_hash, int> numbers;
  bool known;
  int &number = numbers.get_or_insert (name, &known);
  if (!known)
    number = decode_reg_name (name);
  return number;
}

/* Whether a called function, or the user, keeps the register NAME.  */

static inline bool
cpu_keeps_register (const char *name)
{
  int number = cpu_register_number (name);
  return fixed_regs[number]
	 || !default_function_abi.clobbers_full_reg_p (number);
}

#include CGPROF_CPU_HEADER

#endif /* CGPROF_CPU_H */
