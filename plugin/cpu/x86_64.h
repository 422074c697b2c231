/* x86-64: increments in one instruction, slow paths that preserve all
   registers.

   A template does not move the stack pointer: a signal's handler that walks
   the stack must find the function's unwind information true at each
   instruction.  A function without other calls may be using the red zone:
   %r11 keeps the word where the return address goes, and the slow path steps
   over the rest.  Where the user has reserved %r11 (a global register
   variable, -ffixed-r11), %r10 does.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_MODULE_TEXT

# define CGPROF_CPU_INCREMENT "add{q}\t{$1, %0|%0, 1}"

# define CGPROF_GO_BY(NAME, KEEPER)					\
   "mov{q}\t{-8(%%rsp), %%" KEEPER "|" KEEPER ", [rsp-8]}\n"		\
   "\tcall\t" NAME "\n"						\
   "\tmov{q}\t{%%" KEEPER ", -8(%%rsp)|[rsp-8], " KEEPER "}"
# define CGPROF_RESERVED(REGISTER) (fixed_regs[decode_reg_name (REGISTER)])
# define CGPROF_GO(NAME)						\
   (CGPROF_RESERVED ("r11") ? CGPROF_GO_BY (NAME, "r10")		\
    : CGPROF_GO_BY (NAME, "r11"))
# define CGPROF_CPU_CLOBBERS						\
   (!CGPROF_RESERVED ("r11") ? "r11"					\
    : CGPROF_RESERVED ("r10") ? NULL : "r10")
# define CGPROF_CPU_CLOBBERS_TEXT "%<r10%> and %<r11%>"

# define CGPROF_CPU_ENTER CGPROF_GO (CGPROF_ENTER)
# define CGPROF_CPU_ENTER_RESULT "=a"

# define CGPROF_CPU_TARGET CGPROF_GO (CGPROF_TARGET)
# define CGPROF_CPU_SLOT_OPERAND "d"
# define CGPROF_CPU_TARGET_OPERAND "a"

/* User space leaves gs alone on every system with this ABI; fs is the thread
   pointer.  In the other code models GCC loses the segment of an operand
   with a 64-bit address (movabs).  */
# define CGPROF_CPU_SEGMENT					\
   (ix86_cmodel == CM_SMALL || ix86_cmodel == CM_SMALL_PIC	\
    ? ADDR_SPACE_SEG_GS : ADDR_SPACE_GENERIC)
# define CGPROF_CPU_KERNEL (ix86_cmodel == CM_KERNEL)
/* ARCH_SET_GS is 0x1001, the system call's number 158.  */
# define CGPROF_CPU_SETS_SEGMENT(NAME, FIRST, SECOND)		\
   (!strncmp (NAME, "__builtin_ia32_wrgsbase", 23)		\
    || (!strcmp (NAME, "arch_prctl") && (FIRST) == 0x1001)	\
    || (!strcmp (NAME, "syscall") && (FIRST) == 158		\
	&& (SECOND) == 0x1001))
# define CGPROF_CPU_BEGIN CGPROF_GO (CGPROF_BEGIN)
# define CGPROF_CPU_SLOT CGPROF_GO (CGPROF_SLOT)
/* Nothing is in the red zone yet.  */
# define CGPROF_CPU_BEGIN_AT_ENTRY "call\t" CGPROF_BEGIN
/* Likewise, for the distance in CGPROF_CPU_SCRATCH.  A function with variable
   arguments has their number in rax.  */
# define CGPROF_CPU_ENTER_AT_ENTRY					\
   "mov{q}\t{%%rax, %%r10|r10, rax}\n"					\
   "\tcall\t" CGPROF_ENTER "\n"					\
   "\tmov{q}\t{%%rax, %%r11|r11, rax}\n"				\
   "\tmov{q}\t{%%r10, %%rax|rax, r10}"
# define CGPROF_CPU_THREAD_SPACE ADDR_SPACE_SEG_FS
# define CGPROF_CPU_THREAD_ADDRESS(SYMBOL)				\
   gen_rtx_CONST (Pmode, gen_rtx_UNSPEC (Pmode, gen_rtvec (1, SYMBOL),	\
					 UNSPEC_NTPOFF))
# define CGPROF_CPU_THREAD_OFFSET(SYMBOL)				\
   gen_const_mem (Pmode, gen_rtx_CONST					\
		  (Pmode, gen_rtx_UNSPEC (Pmode, gen_rtvec (1, SYMBOL),	\
					  UNSPEC_GOTNTPOFF)))
# define CGPROF_CPU_ADD(REGISTER, VALUE)				\
   gen_rtx_PARALLEL							\
     (VOIDmode,								\
      gen_rtvec (2, gen_rtx_SET (REGISTER, gen_rtx_PLUS (Pmode, REGISTER,	\
							 VALUE)),	\
		 gen_rtx_CLOBBER (VOIDmode, gen_rtx_REG (CCmode, FLAGS_REG))))
/* No argument is in these; the static chain, if any, is in the second.  */
# define CGPROF_CPU_SCRATCH "r11"
# define CGPROF_CPU_SCRATCH_2 "r10"
# define CGPROF_KEPT(REGISTER)						\
   (CGPROF_RESERVED (REGISTER)						\
    || !default_function_abi.clobbers_full_reg_p			\
	  (decode_reg_name (REGISTER)))
# define CGPROF_CPU_SAVES_SCRATCH(FUNCTION)				\
   (CGPROF_KEPT (CGPROF_CPU_SCRATCH)					\
    || CGPROF_KEPT (CGPROF_CPU_SCRATCH_2)				\
    || lookup_attribute ("interrupt",					\
		      TYPE_ATTRIBUTES (TREE_TYPE (FUNCTION)))		\
    || lookup_attribute ("no_caller_saved_registers",			\
			 TYPE_ATTRIBUTES (TREE_TYPE (FUNCTION))))

/* The module's text is written in AT&T syntax.  */
# define CGPROF_CPU_TEXT_BEGIN (ASSEMBLER_DIALECT ? "\t.att_syntax\n" : "")
# define CGPROF_CPU_TEXT_END \
   (ASSEMBLER_DIALECT ? "\t.intel_syntax noprefix\n" : "")

#else

/* module.c need not define the slow paths.  */
# define CGPROF_CPU_SLOW_PATHS 1

# define CGPROF_SLOW_PATH(NAME)						\
   "\t.section .text." NAME ",\"ax\",@progbits\n"			\
   "\t.weak\t" NAME "\n"						\
   "\t.hidden\t" NAME "\n"						\
   "\t.type\t" NAME ", @function\n"					\
   NAME ":\n"								\
   "\t.cfi_startproc\n"

# define CGPROF_END(NAME)						\
   "\t.cfi_endproc\n"							\
   "\t.size\t" NAME ", .-" NAME "\n"

/* Step over the red zone, keep the registers that a called function may
   change, and align the stack for calls.  */
# define CGPROF_SAVE							\
   "\tleaq\t-120(%rsp), %rsp\n"					\
   "\t.cfi_adjust_cfa_offset 120\n"					\
   "\tpushq\t%rbp\n"							\
   "\t.cfi_adjust_cfa_offset 8\n"					\
   "\t.cfi_offset %rbp, -136\n"					\
   "\tmovq\t%rsp, %rbp\n"						\
   "\t.cfi_def_cfa_register %rbp\n"					\
   "\tpushq\t%rcx\n\tpushq\t%rdx\n\tpushq\t%rsi\n\tpushq\t%rdi\n"	\
   "\tpushq\t%r8\n\tpushq\t%r9\n\tpushq\t%r10\n\tpushq\t%r11\n"	\
   "\tpushq\t%rax\n"							\
   "\tandq\t$-16, %rsp\n"						\
   "\tleaq\t" CGPROF_MODULE "(%rip), %rdi\n"

/* Undo it, but for %rax, and go back.  */
# define CGPROF_RESTORE							\
   "\tleaq\t-64(%rbp), %rsp\n"					\
   "\tpopq\t%r11\n\tpopq\t%r10\n\tpopq\t%r9\n\tpopq\t%r8\n"		\
   "\tpopq\t%rdi\n\tpopq\t%rsi\n\tpopq\t%rdx\n\tpopq\t%rcx\n"	\
   "\tpopq\t%rbp\n"							\
   "\t.cfi_def_cfa %rsp, 128\n"					\
   "\t.cfi_restore %rbp\n"						\
   "\tleaq\t120(%rsp), %rsp\n"					\
   "\t.cfi_adjust_cfa_offset -120\n"					\
   "\tret\n"
# define CGPROF_RESTORE_RAX "\tmovq\t-72(%rbp), %rax\n"

/* Add 1 to the slot's pair OFFSET bytes behind the first, if it has the
   target, and go back.  */
# define CGPROF_PAIR(OFFSET)						\
   "\tcmpq\t%rax, " OFFSET "(%rdx)\n"				\
   "\tjne\t4f\n"							\
   "\taddq\t$1, 8+" OFFSET "(%rdx)\n"				\
   "\tret\n"								\
   "4:\n"

# define CGPROF_CPU_SEGMENT_NAME "gs"

static inline long
cgprof_system_call (long number, long first, long second, long third)
{
  long result = number;
  __asm__ volatile ("syscall" : "+a" (result)
		    : "D" (first), "S" (second), "d" (third)
		    : "rcx", "r11", "memory");
  return result;
}

/* The base of gs, by the system call arch_prctl (ARCH_GET_GS, &base).  */

static inline uint64_t
cgprof_segment_base (void)
{
  uint64_t base = 0;
  return cgprof_system_call (158, 0x1004, (long) &base, 0) < 0 ? 0 : base;
}

# define CGPROF_CPU_SEGMENT_BASE cgprof_segment_base
# define CGPROF_CPU_SYSTEM_CALL cgprof_system_call

/* Offsets 16, 24, 76 and 80: ENTER, TARGET, ALONE and QUICK of struct
   cgprof_module.  */

# ifdef CGPROF_SEGMENT_TEXT

asm (CGPROF_SLOW_PATH (CGPROF_BEGIN)
     "\tcmpq\t$0, 16+" CGPROF_MODULE "(%rip)\n"
     "\tjne\t1f\n"
     "\tcmpl\t$0, 76+" CGPROF_MODULE "(%rip)\n"
     "\tje\t2f\n"
     "\tmovl\t$1, %fs:" CGPROF_READY "@tpoff\n"
     "2:\tret\n"
     "1:" CGPROF_SAVE
     "\tmovq\t%fs:0, %rsi\n"
     "\tleaq\t" CGPROF_WORD "@tpoff(%rsi), %rsi\n"
     "\tcall\t*16(%rdi)\n"
     "\tmovl\t$1, %fs:" CGPROF_READY "@tpoff\n"
     CGPROF_RESTORE_RAX
     CGPROF_RESTORE
     CGPROF_END (CGPROF_BEGIN)

     /* The slot's place in the section becomes that in the copy.  */
     CGPROF_SLOW_PATH (CGPROF_SLOT)
     "\taddq\t%fs:" CGPROF_WORD "@tpoff, %rdx\n"
     "\tjmp\t" CGPROF_TARGET "\n"
     CGPROF_END (CGPROF_SLOT)
     "\t.text\n");

# else

asm (CGPROF_SLOW_PATH (CGPROF_ENTER)
     CGPROF_SAVE
     "\tmovq\t" CGPROF_WORD "@gottpoff(%rip), %rsi\n"
     "\taddq\t%fs:0, %rsi\n"
     "\tcall\t*16(%rdi)\n"
     CGPROF_RESTORE
     CGPROF_END (CGPROF_ENTER)

     CGPROF_SLOW_PATH (CGPROF_TARGET)
     "\ttestq\t%rax, %rax\n"
     "\tje\t3f\n"
     CGPROF_PAIR ("16") CGPROF_PAIR ("32") CGPROF_PAIR ("48")
     "\tcmpq\t$0, 80+" CGPROF_MODULE "(%rip)\n"
     "\tje\t2f\n"
     "\tleaq\t-120(%rsp), %rsp\n"
     "\t.cfi_adjust_cfa_offset 120\n"
     "\tcall\t*80+" CGPROF_MODULE "(%rip)\n"
     "\tleaq\t120(%rsp), %rsp\n"
     "\t.cfi_adjust_cfa_offset -120\n"
     "\tjne\t1f\n"
     "3:\tret\n"
     /* No runtime yet: the first target gets the slot.  */
     "2:\tcmpq\t$0, (%rdx)\n"
     "\tjne\t3b\n"
     "\tmovq\t%rax, (%rdx)\n"
     "\taddq\t$1, 8(%rdx)\n"
     "\tret\n"
     "1:" CGPROF_SAVE
     "\tmovq\t%rdx, %rsi\n"
     "\tmovq\t%rax, %rdx\n"
     "\tcall\t*24(%rdi)\n"
     CGPROF_RESTORE_RAX
     CGPROF_RESTORE
     CGPROF_END (CGPROF_TARGET)
     "\t.text\n");

# endif

#endif
