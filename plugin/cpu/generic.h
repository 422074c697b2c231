/* Any processor: nothing but ordinary statements and calls, and additions that
   are atomic so that no signal splits them.

   SPDX-License-Identifier: GPL-3.0-or-later

   A file for a processor that differs in little defines that first, and
   includes this one for the rest.  */

#ifndef CGPROF_CPU_POINTER_SIZE
#define CGPROF_CPU_POINTER_SIZE POINTER_SIZE
#endif
#ifndef CGPROF_CPU_TEXT_BEGIN
#define CGPROF_CPU_TEXT_BEGIN ""
#define CGPROF_CPU_TEXT_END ""
#endif

#define CGPROF_CPU_INCREMENT ((const char *) NULL)
#define CGPROF_CPU_INCREMENT_HALVES false
#define CGPROF_CPU_ENTER ((const char *) NULL)
#define CGPROF_CPU_ENTER_RESULT "=r"
#define CGPROF_CPU_TARGET ((const char *) NULL)
#define CGPROF_CPU_SLOT_OPERAND "r"
#define CGPROF_CPU_TARGET_OPERAND "r"
#define CGPROF_CPU_CLOBBERS ((const char *) NULL)
#define CGPROF_CPU_CLOBBERS_TEXT "registers"
#define CGPROF_CPU_SEGMENT 0
#define CGPROF_CPU_KERNEL false
#define CGPROF_CPU_BEGIN ((const char *) NULL)
#define CGPROF_CPU_SLOT ((const char *) NULL)
#define CGPROF_CPU_BEGIN_AT_ENTRY ((const char *) NULL)
#define CGPROF_CPU_THREAD_SPACE ADDR_SPACE_GENERIC
#define CGPROF_CPU_LATE_ENTRY false
#define CGPROF_CPU_ENTRY_SCRATCH ""
#ifndef CGPROF_CPU_LATE
#define CGPROF_CPU_LATE false
#define CGPROF_CPU_SCRATCH ""

static inline const char *
cpu_count_at_call (const char *, unsigned, bool)
{
  return NULL;
}

static inline bool
cpu_saves_scratch (tree)
{
  return false;
}

#endif

static inline bool
cpu_sets_segment (const char *, int, int)
{
  return false;
}

static inline const char *
cpu_enter_at_entry (const char *, const char *)
{
  return "";
}

static inline bool
cpu_text_sets_segment (const char *)
{
  return false;
}

static inline rtx
cpu_thread_address (rtx symbol)
{
  return symbol;
}

static inline rtx
cpu_thread_offset (rtx symbol)
{
  return symbol;
}

static inline rtx
cpu_add (rtx, rtx)
{
  return NULL_RTX;
}

static inline rtx
cpu_short_increment (rtx)
{
  return NULL_RTX;
}

#ifndef CGPROF_CPU_INLINES_ATOMICS

static inline void
cpu_inline_atomics (void)
{
}

#endif

#define CGPROF_CPU_FLAGS_KEEPERS ""

#define CGPROF_CPU_APART_PUSHED 0

static inline const char *
cpu_find_counter (const char *, unsigned, bool, bool, const char *,
		  const char *)
{
  return NULL;
}

static inline const char *
cpu_push (bool, bool)
{
  return NULL;
}

static inline const char *
cpu_pop (bool, bool)
{
  return NULL;
}

static inline const char *
cpu_keep_flags (const char *)
{
  return NULL;
}

static inline const char *
cpu_restore_flags (const char *)
{
  return NULL;
}

static inline const char *
cpu_count_target (rtx, const char *, unsigned)
{
  return NULL;
}

static inline const char *
cpu_count_target_apart (rtx, const char *, unsigned)
{
  return NULL;
}

static inline const char *
cpu_tell_at_call (int, int)
{
  return NULL;
}

static inline const char *
cpu_count_repetitions (const rtx_insn *)
{
  return NULL;
}
