/* x86-64: increments in one instruction, slow paths that preserve all
   registers (module/x86_64.h).  Code of 32 bits (-m32) has nothing of that but
   additions to memory: the flags, which a signal's handler leaves as they are,
   carry from one half to the other.

   A template that moves the stack pointer says so to the assembler: a signal's
   handler that walks the stack must find the function's unwind information
   true at each instruction.  A function without other calls may be using the
   red zone: %r11 keeps the word where the return address goes, and the slow
   path steps over the rest.  Where the user has reserved %r11 (a global
   register variable, -ffixed-r11), %r10 does.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#define CGPROF_CPU_POINTER_SIZE (TARGET_X32 ? 0 : POINTER_SIZE)

#define CGPROF_CPU_INCREMENT						\
   (TARGET_64BIT ? "inc{q}\t%0"						\
    : "add{l}\t{$1, %0|%0, 1}\n\tadc{l}\t{$0, %1|%1, 0}")
#define CGPROF_CPU_INCREMENT_HALVES (!TARGET_64BIT)

#define CGPROF_GO_BY(NAME, KEEPER)					\
   "mov{q}\t{-8(%%rsp), %%" KEEPER "|" KEEPER ", [rsp-8]}\n"		\
   "\tcall\t" NAME "\n"						\
   "\tmov{q}\t{%%" KEEPER ", -8(%%rsp)|[rsp-8], " KEEPER "}"
#define CGPROF_RESERVED(REGISTER) (fixed_regs[cpu_register_number (REGISTER)])
#define CGPROF_GO(NAME)						\
   (CGPROF_RESERVED ("r11") ? CGPROF_GO_BY (NAME, "r10")		\
    : CGPROF_GO_BY (NAME, "r11"))
#define CGPROF_CPU_CLOBBERS						\
   (!CGPROF_RESERVED ("r11") ? "r11"					\
    : CGPROF_RESERVED ("r10") ? NULL : "r10")
#define CGPROF_CPU_CLOBBERS_TEXT "%<r10%> and %<r11%>"

#define CGPROF_CPU_ENTER \
   (TARGET_64BIT ? CGPROF_GO (CGPROF_ENTER) : (const char *) NULL)
#define CGPROF_CPU_ENTER_RESULT "=a"

#define CGPROF_CPU_TARGET \
   (TARGET_64BIT ? CGPROF_GO (CGPROF_TARGET) : (const char *) NULL)
#define CGPROF_CPU_SLOT_OPERAND "d"
#define CGPROF_CPU_TARGET_OPERAND "a"

/* User space leaves gs alone on every system with this ABI; fs is the thread
   pointer.  In the other code models GCC loses the segment of an operand
   with a 64-bit address (movabs).  */
#define CGPROF_CPU_SEGMENT					\
   (TARGET_64BIT						\
    && (ix86_cmodel == CM_SMALL || ix86_cmodel == CM_SMALL_PIC)	\
    ? ADDR_SPACE_SEG_GS : ADDR_SPACE_GENERIC)
#define CGPROF_CPU_LATE (CGPROF_CPU_SEGMENT != ADDR_SPACE_GENERIC)
#define CGPROF_CPU_LATE_ENTRY CGPROF_CPU_LATE
#define CGPROF_CPU_KERNEL (ix86_cmodel == CM_KERNEL)
#define CGPROF_CPU_BEGIN CGPROF_GO (CGPROF_BEGIN)
#define CGPROF_CPU_SLOT CGPROF_GO (CGPROF_SLOT)
/* Nothing is in the red zone yet.  */
#define CGPROF_CPU_BEGIN_AT_ENTRY "call\t" CGPROF_BEGIN
#define CGPROF_CPU_THREAD_SPACE ADDR_SPACE_SEG_FS
/* No argument is in these; the static chain, if any, is in the second.  */
#define CGPROF_CPU_SCRATCH "r11", "r10"
/* Not rax, which cpu_enter_at_entry needs.  */
#define CGPROF_CPU_ENTRY_SCRATCH					\
   "r11", "r10", "r9", "r8", "rcx", "rdx", "rsi", "rdi", "rbx"

/* The module's text is written in AT&T syntax.  */
#define CGPROF_CPU_TEXT_BEGIN (ASSEMBLER_DIALECT ? "\t.att_syntax\n" : "")
#define CGPROF_CPU_TEXT_END \
   (ASSEMBLER_DIALECT ? "\t.intel_syntax noprefix\n" : "")

/* ARCH_SET_GS is 0x1001, the system call's number 158.  */

static inline bool
cpu_sets_segment (const char *name, int first, int second)
{
  bool arch_prctl = !strcmp (name, "arch_prctl");
  if (!strcmp (name, "syscall") && first == 158)
    {
      arch_prctl = true;
      first = second;
    }
  return !strncmp (name, "__builtin_ia32_wrgsbase", 23)
	 || (arch_prctl && (first < 0 || first == 0x1001));
}

static inline bool
cpu_text_sets_segment (const char *text)
{
  return strstr (text, "wrgsbase");
}

static inline const char *
cpu_enter_at_entry (const char *distance, const char *other)
{
  char text[160];
  /* Nearly always: fewer bytes in each function.  */
  if (!strcmp (distance, "r11") && !strcmp (other, "r10"))
    return "call\t" CGPROF_ENTER_FIRST;
  snprintf (text, sizeof text,
	    "mov{q}\t{%%%%rax, %%%%%s|%s, rax}\n"
	    "\tcall\t" CGPROF_ENTER "\n"
	    "\tmov{q}\t{%%%%rax, %%%%%s|%s, rax}\n"
	    "\tmov{q}\t{%%%%%s, %%%%rax|rax, %s}",
	    other, other, distance, distance, other, other);
  return ggc_strdup (text);
}

static inline rtx
cpu_thread_address (rtx symbol)
{
  return gen_rtx_CONST (Pmode, gen_rtx_UNSPEC (Pmode, gen_rtvec (1, symbol),
					       UNSPEC_NTPOFF));
}

static inline rtx
cpu_thread_offset (rtx symbol)
{
  rtx offset = gen_rtx_UNSPEC (Pmode, gen_rtvec (1, symbol), UNSPEC_GOTNTPOFF);
  return gen_const_mem (Pmode, gen_rtx_CONST (Pmode, offset));
}

static inline rtx
cpu_add (rtx reg, rtx value)
{
  rtx flags = gen_rtx_REG (CCmode, FLAGS_REG);
  rtx sum = gen_rtx_PLUS (Pmode, reg, value);
  return gen_rtx_PARALLEL (VOIDmode,
			   gen_rtvec (2, gen_rtx_SET (reg, sum),
				      gen_rtx_CLOBBER (VOIDmode, flags)));
}

/* GCC makes inc only of sums for which it wants few bytes, as some old
   processors took longer for it.  */

static inline rtx
cpu_short_increment (rtx counter)
{
  if (!TARGET_64BIT)
    return NULL_RTX;
  rtx inputs[] = { copy_rtx (counter) };
  rtx constraints[] = { gen_rtx_ASM_INPUT (DImode, "m") };
  rtx sum = gen_rtx_ASM_OPERANDS (DImode, CGPROF_CPU_INCREMENT, "=m", 0,
				  gen_rtvec_v (1, inputs),
				  gen_rtvec_v (1, constraints),
				  rtvec_alloc (0), UNKNOWN_LOCATION);
  rtx flags = gen_rtx_REG (CCmode, FLAGS_REG);
  return gen_rtx_PARALLEL (VOIDmode,
			   gen_rtvec (2, gen_rtx_SET (counter, sum),
				      gen_rtx_CLOBBER (VOIDmode, flags)));
}

static inline bool
cpu_saves_scratch (tree function)
{
  tree attributes = TYPE_ATTRIBUTES (TREE_TYPE (function));
  for (const char *name : { CGPROF_CPU_SCRATCH })
    if (cpu_keeps_register (name))
      return true;
  return lookup_attribute ("interrupt", attributes)
	 || lookup_attribute ("no_caller_saved_registers", attributes);
}

static inline const char *
cpu_count_at_call (const char *, unsigned, bool)
{
  return NULL;
}

static inline void
cpu_inline_atomics (void)
{
}

static inline const char *
cpu_find_counter (const char *counters, unsigned offset, bool local_exec,
		  bool keeps_flags, const char *distance, const char *address)
{
  const char *to = keeps_flags ? distance : address;
  char find[120] = "", take[120], add[80] = "", text[400];
  if (local_exec)
    snprintf (take, sizeof take,
	      "{%%%%fs:" CGPROF_WORD "@tpoff, %%%%%s"
	      "|%s, QWORD PTR fs:" CGPROF_WORD "@tpoff}", to, to);
  else
    {
      snprintf (find, sizeof find,
		"mov{q}\t{" CGPROF_WORD "@gottpoff(%%%%rip), %%%%%s"
		"|%s, QWORD PTR " CGPROF_WORD "@gottpoff[rip]}\n\t",
		distance, distance);
      snprintf (take, sizeof take,
		"{%%%%fs:(%%%%%s), %%%%%s|%s, QWORD PTR fs:[%s]}",
		distance, to, to, distance);
    }
  if (keeps_flags)
    snprintf (add, sizeof add,
	      "\n\tlea{q}\t{(%%%%%s,%%%%%s), %%%%%s|%s, [%s+%s]}",
	      address, distance, address, address, address, distance);
  snprintf (text, sizeof text,
	    "%slea{q}\t{%s+%u(%%%%rip), %%%%%s|%s, [rip+%s+%u]}\n\t"
	    "%s{q}\t%s%s",
	    find, counters, offset, address, address, counters, offset,
	    keeps_flags ? "mov" : "add", take, add);
  return ggc_strdup (text);
}

/* Code that moves the stack pointer BY bytes, in TEXT, and then what unwinds
   it knows, unless the frame is found by another register or by tables that
   the assembler does not make.  */

static inline char *
cpu_moved_stack (const char *text, int by)
{
  if (frame_pointer_needed || stack_realign_drap || !dwarf2out_do_cfi_asm ())
    return concat (text, "\n\t", NULL);
  char directive[48];
  snprintf (directive, sizeof directive,
	    "\n\t.cfi_adjust_cfa_offset %d\n\t", by);
  return concat (text, directive, NULL);
}

#define CGPROF_STEP_OVER_RED_ZONE "lea{q}\t{-128(%%rsp), %%rsp|rsp, [rsp-128]}"
#define CGPROF_STEP_BACK "lea{q}\t{128(%%rsp), %%rsp|rsp, [rsp+128]}"

static inline const char *
cpu_push (bool flags, bool scratch)
{
  char *text = cpu_moved_stack (CGPROF_STEP_OVER_RED_ZONE, 128);
  if (flags)
    text = concat (text, cpu_moved_stack ("pushf{q}", 8), NULL);
  if (scratch)
    text = concat (text, cpu_moved_stack ("push{q}\t{%%r11|r11}", 8),
		   cpu_moved_stack ("push{q}\t{%%r10|r10}", 8), NULL);
  return ggc_strdup (text);
}

static inline const char *
cpu_pop (bool flags, bool scratch)
{
  char *text = xstrdup ("");
  if (scratch)
    text = concat (text, cpu_moved_stack ("pop{q}\t{%%r10|r10}", -8),
		   cpu_moved_stack ("pop{q}\t{%%r11|r11}", -8), NULL);
  if (flags)
    text = concat (text, cpu_moved_stack ("popf{q}", -8), NULL);
  return ggc_strdup (concat (text, cpu_moved_stack (CGPROF_STEP_BACK, -128),
			     NULL));
}

/* lahf keeps all flags but that of overflow, which 127 + 1 sets again.  */
#define CGPROF_CPU_FLAGS_KEEPERS					\
   "rax", "r11", "r10", "r9", "r8", "rcx", "rdx", "rsi", "rdi"

static inline const char *
cpu_keep_flags (const char *keeper)
{
  char text[80] = "";
  if (strcmp (keeper, "rax"))
    snprintf (text, sizeof text, "mov{q}\t{%%%%rax, %%%%%s|%s, rax}\n\t",
	      keeper, keeper);
  strcat (text, "seto\t{%%al|al}\n\tlahf");
  return ggc_strdup (text);
}

static inline const char *
cpu_restore_flags (const char *keeper)
{
  char text[80] = "add{b}\t{$127, %%al|al, 127}\n\tsahf";
  size_t length = strlen (text);
  if (strcmp (keeper, "rax"))
    snprintf (text + length, sizeof text - length,
	      "\n\tmov{q}\t{%%%%%s, %%%%rax|rax, %s}", keeper, keeper);
  return ggc_strdup (text);
}

/* Register NUMBER may be rax to rdi, or r8 to r15.  */

static inline const char *
cpu_register_name (unsigned number)
{
  const char *name = reg_names[number];
  return *name == 'r' ? name : concat ("r", name, NULL);
}

/* The operand of nop tells CGPROF_CALL where the slot is.  */

static inline const char *
cpu_count_target (rtx target, const char *counters, unsigned offset)
{
  const char *name
    = REG_P (target) ? cpu_register_name (REGNO (target)) : "r11";
  char move[48] = "", text[320];
  if (strcmp (name, "r11"))
    snprintf (move, sizeof move, "mov{q}\t{%%%%%s, %%%%r11|r11, %s}\n\t", name,
	      name);
  snprintf (text, sizeof text,
	    "%scmp{q}\t{%%%%%s, %%1|%%1, %s}\n\tje\t1f\n\t"
	    "%scall\t" CGPROF_CALL "\n\t"
	    ".byte\t15, 31, 5\n\t.long\t%s+%u-.-4\n\t"
	    "jmp\t2f\n1:\tinc{q}\t%%2\n2:",
	    REG_P (target) ? "" : "mov{q}\t{%0, %%r11|r11, %0}\n\t",
	    name, name, move, counters, offset);
  return ggc_strdup (text);
}

#define CGPROF_CPU_APART_PUSHED 136

static inline const char *
cpu_count_target_apart (rtx target, const char *counters, unsigned offset)
{
  bool there = REG_P (target)
	       && !strcmp (cpu_register_name (REGNO (target)), "r11");
  char slot[120];
  snprintf (slot, sizeof slot,
	    "call\t" CGPROF_CALL "\n\t"
	    ".byte\t15, 31, 5\n\t.long\t%s+%u-.-4\n\t", counters, offset);
  return ggc_strdup (concat
		     (cpu_moved_stack (CGPROF_STEP_OVER_RED_ZONE, 128),
		      cpu_moved_stack ("push{q}\t{%%r11|r11}", 8),
		      there ? "" : "mov{q}\t{%0, %%r11|r11, %0}\n\t", slot,
		      cpu_moved_stack ("pop{q}\t{%%r11|r11}", -8),
		      cpu_moved_stack (CGPROF_STEP_BACK, -128), NULL));
}

/* So does that of another one tell WHAT.  */

static inline const char *
cpu_tell_at_call (int what, int set)
{
  static const char *const arguments[]
    = { "rdi", "rsi", "rdx", "rcx", "r8", "r9" };
  char move[48] = "xor{l}\t{%%r11d, %%r11d|r11d, r11d}", text[160];
  if (set >= 0)
    snprintf (move, sizeof move, "mov{q}\t{%%%%%s, %%%%r11|r11, %s}",
	      arguments[set], arguments[set]);
  snprintf (text, sizeof text,
	    "%s\n\tcall\t" CGPROF_TELL "\n\t"
	    ".byte\t15, 31, 128\n\t.long\t%d", move, what);
  return ggc_strdup (text);
}

/* Whether TEXT, of an assembler statement, is one string operation with the
   prefix rep that repeats itself as often as rcx says.  */

static inline bool
cpu_repeats_p (const char *text)
{
  static const char *const operations[] = { "movs", "stos", "lods" };
  char operation[8];
  int length = 0;
  if (sscanf (text, " rep%*[ \t\n;]%5[a-z] %n", operation, &length) != 1
      || text[length] || strlen (operation) != 5
      || !strchr ("bwldq", operation[4]))
    return false;
  for (const char *each : operations)
    if (!strncmp (operation, each, 4))
      return true;
  return false;
}

/* GCC has instructions with the prefix rep as such that set or use the memory
   of a block and use rcx.  */

static inline const char *
cpu_count_repetitions (const rtx_insn *insn)
{
  const char *const count = "add{q}\t{%%rcx, %0|%0, rcx}";
  rtx pattern = PATTERN (insn);
  bool counts = false, block = false;
  if (rtx body = extract_asm_operands (pattern))
    return cpu_repeats_p (ASM_OPERANDS_TEMPLATE (body)) ? count : NULL;
  if (GET_CODE (pattern) != PARALLEL)
    return NULL;
  for (int i = 0; i < XVECLEN (pattern, 0); i++)
    {
      rtx part = XVECEXP (pattern, 0, i);
      rtx used = GET_CODE (part) == USE ? XEXP (part, 0) : NULL_RTX;
      counts |= used && REG_P (used) && REGNO (used) == CX_REG;
      block |= (used && MEM_P (used))
	       || (GET_CODE (part) == SET && MEM_P (SET_DEST (part)));
    }
  return counts && block ? count : NULL;
}
