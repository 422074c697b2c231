/* AArch64: as any processor, but for atomic additions.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#define CGPROF_CPU_INLINES_ATOMICS 1
#include "cpu/generic.h"

static inline void
cpu_inline_atomics (void)
{
  aarch64_flag_outline_atomics = 0;
  target_option_default_node = target_option_current_node
    = build_target_option_node (&global_options, &global_options_set);
}
