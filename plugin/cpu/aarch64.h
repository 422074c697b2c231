/* AArch64: as any processor, but for atomic additions, and for direct calls,
   which are counted at their instructions.

   At a call x9 to x17 hold no value: arguments are in others, and what is
   called may change these.  GCC itself uses x14 and x15 where it tracks
   speculation, and x16 and x17, between a call and what it leads to, the
   linker.

   SPDX-License-Identifier: GPL-3.0-or-later  */

/* Where adrp and two halves of 12 bits reach the counters, and the thread word
   from the thread pointer on.  */
#define CGPROF_CPU_LATE						\
   (!TARGET_ILP32 && aarch64_cmodel != AARCH64_CMODEL_LARGE	\
    && aarch64_tls_size <= 24)
#define CGPROF_CPU_SCRATCH "x16", "x17", "x9"

#define CGPROF_CPU_INLINES_ATOMICS 1
#include "cpu/generic.h"

static inline void
cpu_inline_atomics (void)
{
  aarch64_flag_outline_atomics = 0;
  target_option_default_node = target_option_current_node
    = build_target_option_node (&global_options, &global_options_set);
}

static inline bool
cpu_saves_scratch (tree)
{
  for (const char *name : { CGPROF_CPU_SCRATCH })
    if (cpu_keeps_register (name))
      return true;
  return false;
}

static inline const char *
cpu_count_at_call (const char *counters, unsigned offset, bool local_exec)
{
  const char *distance
    = local_exec ? "add\tx16, x16, #:tprel_hi12:" CGPROF_WORD ", lsl #12\n"
		   "\tldr\tx16, [x16, #:tprel_lo12_nc:" CGPROF_WORD "]\n"
      : "adrp\tx17, :gottprel:" CGPROF_WORD "\n"
	"\tldr\tx17, [x17, #:gottprel_lo12:" CGPROF_WORD "]\n"
	"\tldr\tx16, [x16, x17]\n";
  const char *add
    = TARGET_LSE ? "mov\tx17, #1\n"
		   "\tstadd\tx17, [x16]"
      : "ldxr\tx17, [x16]\n"
	"\tadd\tx17, x17, #1\n"
	"\tstxr\tw9, x17, [x16]\n"
	"\tcbnz\tw9, . - 12";
  char text[512];
  snprintf (text, sizeof text,
	    "mrs\tx16, tpidr_el0\n"
	    "\t%s"
	    "\tadrp\tx17, %s+%u\n"
	    "\tadd\tx17, x17, #:lo12:%s+%u\n"
	    "\tadd\tx16, x16, x17\n"
	    "\t%s",
	    distance, counters, offset, counters, offset, add);
  return ggc_strdup (text);
}
