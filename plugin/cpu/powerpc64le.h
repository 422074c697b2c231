/* 64-bit PowerPC: as any processor.

   SPDX-License-Identifier: GPL-3.0-or-later  */

/* GCC's own is set later than the plugin asks.  */
#define CGPROF_CPU_POINTER_SIZE (TARGET_64BIT ? 64 : 32)
/* Some of what expand makes (a thread-local address) must be split before
   registers are allocated, which GCC has done when calls are counted.  */
#define CGPROF_CPU_SPLIT 1
/* The module's text names the machine that it is for.  */
#define CGPROF_CPU_TEXT_BEGIN "\t.machine push\n"
#define CGPROF_CPU_TEXT_END "\t.machine pop\n"
#include "cpu/generic.h"
