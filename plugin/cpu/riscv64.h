/* RISC-V: as any processor.

   SPDX-License-Identifier: GPL-3.0-or-later  */

/* The module's text is position-independent, which is a mode of the
   assembler's.  */
#define CGPROF_CPU_TEXT_BEGIN "\t.option push\n"
#define CGPROF_CPU_TEXT_END "\t.option pop\n"
#include "cpu/generic.h"
