/* x86-64: slow paths that preserve all registers.

   SPDX-License-Identifier: MIT

   module/generic.h says what this defines, cpu/x86_64.h how it is called: with
   the return address in the red zone, over the rest of which the slow path
   steps.  */

#define CGPROF_SLOW_PATHS 1

#define CGPROF_SLOW_PATH(NAME)						\
   "\t.section .text." NAME ",\"ax\",@progbits\n"			\
   "\t.weak\t" NAME "\n"						\
   "\t.hidden\t" NAME "\n"						\
   "\t.type\t" NAME ", @function\n"					\
   NAME ":\n"								\
   "\t.cfi_startproc\n"

#define CGPROF_END(NAME)						\
   "\t.cfi_endproc\n"							\
   "\t.size\t" NAME ", .-" NAME "\n"

/* Step over the red zone, keep the registers that a called function may
   change, and align the stack for calls.  */
#define CGPROF_SAVE							\
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
#define CGPROF_RESTORE							\
   "\tleaq\t-64(%rbp), %rsp\n"					\
   "\tpopq\t%r11\n\tpopq\t%r10\n\tpopq\t%r9\n\tpopq\t%r8\n"		\
   "\tpopq\t%rdi\n\tpopq\t%rsi\n\tpopq\t%rdx\n\tpopq\t%rcx\n"	\
   "\tpopq\t%rbp\n"							\
   "\t.cfi_def_cfa %rsp, 128\n"					\
   "\t.cfi_restore %rbp\n"						\
   "\tleaq\t120(%rsp), %rsp\n"					\
   "\t.cfi_adjust_cfa_offset -120\n"					\
   "\tret\n"
#define CGPROF_RESTORE_RAX "\tmovq\t-72(%rbp), %rax\n"

/* Add 1 to the slot's pair OFFSET bytes behind the first, if it has the
   target, and go back.  */
#define CGPROF_PAIR(OFFSET)						\
   "\tcmpq\t%rax, " OFFSET "(%rdx)\n"				\
   "\tjne\t4f\n"							\
   "\taddq\t$1, 8+" OFFSET "(%rdx)\n"				\
   "\tret\n"								\
   "4:\n"

#define CGPROF_SEGMENT_NAME "gs"

static inline long
system_call (long number, long first, long second, long third)
{
  long result = number;
  __asm__ volatile ("syscall" : "+a" (result)
		    : "D" (first), "S" (second), "d" (third)
		    : "rcx", "r11", "memory");
  return result;
}

/* The base of gs, by the system call arch_prctl (ARCH_GET_GS, &base).  */

static inline uint64_t
segment_base (void)
{
  uint64_t base = 0;
  return system_call (158, 0x1004, (long) &base, 0) < 0 ? 0 : base;
}

/* Offsets 16, 24, 76 and 80: ENTER, TARGET, ALONE and QUICK of struct
   cgprof_module.  */

#ifdef CGPROF_SEGMENT_TEXT

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

#else

# ifndef CGPROF_SHARED_COUNTERS
asm (CGPROF_SLOW_PATH (CGPROF_ENTER)
     CGPROF_SAVE
     "\tmovq\t" CGPROF_WORD "@gottpoff(%rip), %rsi\n"
     "\taddq\t%fs:0, %rsi\n"
     "\tcall\t*16(%rdi)\n"
     CGPROF_RESTORE
     CGPROF_END (CGPROF_ENTER)
     "\t.text\n");
# endif

asm (CGPROF_SLOW_PATH (CGPROF_TARGET)
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

#endif
