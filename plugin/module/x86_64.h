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

/* Count the call by a pair of the slot but the first, or by QUICK, and go
   back; go on if neither has the target.  Jumps that are taken cost more than
   what is stepped over, so what is found is counted elsewhere.  */
#define CGPROF_PAIR(OFFSET, LABEL)					\
   "\tcmpq\t%rax, " OFFSET "(%rdx)\n"				\
   "\tje\t" LABEL "f\n"
#define CGPROF_COUNT_PAIR(OFFSET, LABEL)				\
   LABEL ":\taddq\t$1, 8+" OFFSET "(%rdx)\n"			\
   "\tret\n"
#define CGPROF_COUNT_KNOWN						\
   "\ttestq\t%rax, %rax\n"						\
   "\tje\t7f\n"							\
   CGPROF_PAIR ("16", "4") CGPROF_PAIR ("32", "5")			\
   CGPROF_PAIR ("48", "6")						\
   "\tcmpq\t$0, 80+" CGPROF_MODULE "(%rip)\n"			\
   "\tje\t8f\n"							\
   "\tleaq\t-120(%rsp), %rsp\n"					\
   "\t.cfi_adjust_cfa_offset 120\n"					\
   "\tcall\t*80+" CGPROF_MODULE "(%rip)\n"				\
   "\tleaq\t120(%rsp), %rsp\n"					\
   "\t.cfi_adjust_cfa_offset -120\n"					\
   "\tjne\t8f\n"							\
   "7:\tret\n"								\
   CGPROF_COUNT_PAIR ("16", "4") CGPROF_COUNT_PAIR ("32", "5")		\
   CGPROF_COUNT_PAIR ("48", "6")					\
   "8:\n"

#define CGPROF_SEGMENT_NAME "gs"
#define CGPROF_SYSTEM_CALL 1

static inline long
system_call (long number, long first, long second, long third, long fourth)
{
  long result = number;
  register long r10 __asm__ ("r10") = fourth;
  __asm__ volatile ("syscall" : "+a" (result)
		    : "D" (first), "S" (second), "d" (third), "r" (r10)
		    : "rcx", "r11", "memory");
  return result;
}

/* The base of gs, by the system call arch_prctl (ARCH_GET_GS, &base).  */

static inline uint64_t
segment_base (void)
{
  uint64_t base = 0;
  return system_call (158, 0x1004, (long) &base, 0, 0) < 0 ? 0 : base;
}

#ifdef CGPROF_SEGMENT_TEXT

/* An instruction's prefix of gs, and one of ds, which means nothing: with it
   the instruction does the same in the section itself.  */
#define PREFIX 0x65
#define NO_PREFIX 0x3e

/* How many bytes in front of an instruction the assembler may put where one is
   listed, to align what follows.  */
#define PADDING 40

/* Whether the bytes at CODE, of which there are at least nine, are an
   instruction that adds 1 to a counter from START to STOP, compares or loads
   it, at an address relative to the instruction.  Other code has no business
   there, so nothing else is taken for one.  */

static inline int
is_counting (const unsigned char *code, const uint64_t *start,
	     const uint64_t *stop)
{
  int32_t distance;
  uint64_t address;
  /* gs, REX.W, an operation, and (%rip) for its memory operand.  */
  if (code[0] != PREFIX || (code[1] & 0xf8) != 0x48 || (code[3] & 0xc7) != 5)
    return 0;
  switch (code[2])
    {
    case 0x83:			/* addq $1: one more byte.  */
      if (code[3] != 5 || code[8] != 1)
	return 0;
      break;
    case 0xff:			/* incq.  */
      if (code[3] != 5)
	return 0;
      break;
    case 0x39:			/* cmpq, both ways.  */
    case 0x3b:
    case 0x8b:			/* movq.  */
      break;
    default:
      return 0;
    }
  __builtin_memcpy (&distance, code + 4, sizeof distance);
  address = (uint64_t) (code + 8 + (code[2] == 0x83)) + (uint64_t) distance;
  return address >= (uint64_t) start && address < (uint64_t) stop
	 && address % sizeof *start == 0;
}

/* Make the instruction at CODE do without the segment.  Other threads may be
   in it: they run what was or what is.  */

static inline void
drop_prefix (unsigned char *code)
{
  __atomic_store_n (code, NO_PREFIX, __ATOMIC_RELAXED);
}

/* Likewise that which a row of the list leads to.  */

static inline void
drop_listed (unsigned char *code)
{
  for (int i = 0; i < PADDING && *code != PREFIX; i++)
    code++;
  while (*code == PREFIX)
    drop_prefix (code++);
}

#endif

/* Offsets 16, 24, 76 and 80: ENTER, TARGET, ALONE and QUICK of struct
   cgprof_module.  */

#ifdef CGPROF_CALL_TEXT

/* At a call nothing is in the red zone.  Behind the return address is an
   instruction that means nothing, nopl SLOT(%rip) of seven bytes; the target
   is in %r11.  */
asm (CGPROF_SLOW_PATH (CGPROF_CALL)
     "\tpushq\t%rdx\n"
     "\t.cfi_adjust_cfa_offset 8\n"
     "\tpushq\t%rax\n"
     "\t.cfi_adjust_cfa_offset 8\n"
     "\tpushq\t%r11\n"
     "\t.cfi_adjust_cfa_offset 8\n"
     "\tmovq\t24(%rsp), %rax\n"
     "\tmovslq\t3(%rax), %rdx\n"
     "\tleaq\t7(%rax,%rdx), %rdx\n"
     "\tmovq\t%r11, %rax\n"
     "\tmovq\t" CGPROF_WORD "@gottpoff(%rip), %r11\n"
     "\taddq\t%fs:(%r11), %rdx\n"
     "\tcall\t" CGPROF_TARGET "\n"
     "\tpopq\t%r11\n"
     "\t.cfi_adjust_cfa_offset -8\n"
     "\tpopq\t%rax\n"
     "\t.cfi_adjust_cfa_offset -8\n"
     "\tpopq\t%rdx\n"
     "\t.cfi_adjust_cfa_offset -8\n"
     "\tret\n"
     CGPROF_END (CGPROF_CALL)

     /* Likewise nopl WHAT(%rax), and what goes with it is in %r11.  */
     CGPROF_SLOW_PATH (CGPROF_TELL)
     CGPROF_SAVE
     "\tmovq\t128(%rbp), %rax\n"
     "\tmovl\t3(%rax), %edi\n"
     "\tmovq\t%r11, %rsi\n"
     "\tcall\t" CGPROF_NOTICE "\n"
     CGPROF_RESTORE_RAX
     CGPROF_RESTORE
     CGPROF_END (CGPROF_TELL)
     "\t.text\n");

#elif defined CGPROF_SEGMENT_TEXT

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
     CGPROF_COUNT_KNOWN
     "\tjmp\t" CGPROF_TARGET "\n"
     CGPROF_END (CGPROF_SLOT)
     "\t.text\n");

#elif defined CGPROF_THREAD_TEXT

asm (CGPROF_SLOW_PATH (CGPROF_ENTER)
     CGPROF_SAVE
     "\tmovq\t" CGPROF_WORD "@gottpoff(%rip), %rsi\n"
     "\taddq\t%fs:0, %rsi\n"
     "\tcall\t*16(%rdi)\n"
     CGPROF_RESTORE
     CGPROF_END (CGPROF_ENTER)

     CGPROF_SLOW_PATH (CGPROF_ENTER_FIRST)
     "\tmovq\t%rax, %r10\n"
     "\tsubq\t$8, %rsp\n"
     "\t.cfi_adjust_cfa_offset 8\n"
     "\tcall\t" CGPROF_ENTER "\n"
     "\taddq\t$8, %rsp\n"
     "\t.cfi_adjust_cfa_offset -8\n"
     "\tmovq\t%rax, %r11\n"
     "\tmovq\t%r10, %rax\n"
     "\tret\n"
     CGPROF_END (CGPROF_ENTER_FIRST)
     "\t.text\n");

#else

asm (CGPROF_SLOW_PATH (CGPROF_TARGET)
     CGPROF_COUNT_KNOWN
     "\tcmpq\t$0, 24+" CGPROF_MODULE "(%rip)\n"
     "\tjne\t1f\n"
     /* No runtime yet: the first target gets the slot.  */
     "\tcmpq\t$0, (%rdx)\n"
     "\tjne\t2f\n"
     "\tmovq\t%rax, (%rdx)\n"
     "\taddq\t$1, 8(%rdx)\n"
     "2:\tret\n"
     "1:" CGPROF_SAVE
     "\tmovq\t%rdx, %rsi\n"
     "\tmovq\t%rax, %rdx\n"
     "\tcall\t*24(%rdi)\n"
     CGPROF_RESTORE_RAX
     CGPROF_RESTORE
     CGPROF_END (CGPROF_TARGET)
     "\t.text\n");

#endif
