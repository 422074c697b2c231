/* x86-64: increments in one instruction, slow paths that preserve all
   registers.

   The templates step over the red zone, which a function without other
   calls may be using, before they push anything.  While the few
   instructions of a template run, the function's unwind information is off
   by what was pushed; the slow paths' own is exact, because their CFA is
   set to the stack pointer as it was before the template.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_MODULE_TEXT

# define CGPROF_CPU_INCREMENT "add{q}\t{$1, %0|%0, 1}"

# define CGPROF_CPU_ENTER				\
   "add{q}\t{$-128, %%rsp|rsp, -128}\n"		\
   "\tcall\t" CGPROF_ENTER "\n"				\
   "\tsub{q}\t{$-128, %%rsp|rsp, -128}"
# define CGPROF_CPU_ENTER_RESULT "=a"

# define CGPROF_CPU_TARGET				\
   "add{q}\t{$-128, %%rsp|rsp, -128}\n"		\
   "\tpush{q}\t%1\n"					\
   "\tpush{q}\t%0\n"					\
   "\tcall\t" CGPROF_TARGET "\n"			\
   "\tlea{q}\t{144(%%rsp), %%rsp|rsp, [rsp+144]}"

/* The module's text is written in AT&T syntax.  */
# define CGPROF_CPU_TEXT_BEGIN (ASSEMBLER_DIALECT ? "\t.att_syntax\n" : "")
# define CGPROF_CPU_TEXT_END \
   (ASSEMBLER_DIALECT ? "\t.intel_syntax noprefix\n" : "")

#else

/* module.c need not define the slow paths.  */
# define CGPROF_CPU_SLOW_PATHS 1

/* Keep the registers that a called function may change, and a stack
   aligned for calls.  DISTANCE is from the stack pointer at the entry to
   where it stood before the template.  */
# define CGPROF_SAVE(DISTANCE, RAX)					\
   ".cfi_def_cfa_offset " #DISTANCE "\n"				\
   "\t.cfi_offset %rip, -" #DISTANCE "\n"				\
   "\tpushq\t%rbp\n"							\
   "\t.cfi_adjust_cfa_offset 8\n"					\
   "\t.cfi_offset %rbp, -(8 + " #DISTANCE ")\n"				\
   "\tmovq\t%rsp, %rbp\n"						\
   "\t.cfi_def_cfa_register %rbp\n"					\
   "\tpushq\t%rcx\n\tpushq\t%rdx\n\tpushq\t%rsi\n\tpushq\t%rdi\n"	\
   "\tpushq\t%r8\n\tpushq\t%r9\n\tpushq\t%r10\n\tpushq\t%r11\n"		\
   RAX									\
   "\tandq\t$-16, %rsp\n"						\
   "\tleaq\t" CGPROF_MODULE "(%rip), %rdi\n"

# define CGPROF_RESTORE							\
   "\tleaq\t-64(%rbp), %rsp\n"						\
   "\tpopq\t%r11\n\tpopq\t%r10\n\tpopq\t%r9\n\tpopq\t%r8\n"		\
   "\tpopq\t%rdi\n\tpopq\t%rsi\n\tpopq\t%rdx\n\tpopq\t%rcx\n"		\
   "\tpopq\t%rbp\n"							\
   "\tret\n"								\
   "\t.cfi_endproc\n"

# define CGPROF_SLOW_PATH(NAME)						\
   "\t.section .text." NAME ",\"ax\",@progbits\n"			\
   "\t.weak\t" NAME "\n"						\
   "\t.hidden\t" NAME "\n"						\
   "\t.type\t" NAME ", @function\n"					\
   NAME ":\n"								\
   "\t.cfi_startproc\n"

/* Offsets 16 and 24: ENTER and TARGET of struct cgprof_module.  */
asm (CGPROF_SLOW_PATH (CGPROF_ENTER)
     "\t" CGPROF_SAVE (136, "")
     "\tmovq\t" CGPROF_WORD "@gottpoff(%rip), %rsi\n"
     "\taddq\t%fs:0, %rsi\n"
     "\tcall\t*16(%rdi)\n"
     CGPROF_RESTORE
     "\t.size\t" CGPROF_ENTER ", .-" CGPROF_ENTER "\n"

     CGPROF_SLOW_PATH (CGPROF_TARGET)
     "\tcmpq\t$0, 24+" CGPROF_MODULE "(%rip)\n"
     "\tjne\t1f\n"
     "\tret\n"
     "1:\t" CGPROF_SAVE (152, "\tpushq\t%rax\n")
     "\tmovq\t16(%rbp), %rsi\n"
     "\tmovq\t24(%rbp), %rdx\n"
     "\tcall\t*24(%rdi)\n"
     "\tmovq\t-72(%rbp), %rax\n"
     CGPROF_RESTORE
     "\t.size\t" CGPROF_TARGET ", .-" CGPROF_TARGET "\n"
     "\t.text\n");

#endif
