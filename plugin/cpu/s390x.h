/* s390x: as any processor; an atomic addition of 1 is an instruction (agsi).

   SPDX-License-Identifier: GPL-3.0-or-later  */

/* The module's text names the machine that it is for.  */
#define CGPROF_CPU_TEXT_BEGIN "\t.machine push\n\t.machinemode push\n"
#define CGPROF_CPU_TEXT_END "\t.machinemode pop\n\t.machine pop\n"
#include "cpu/generic.h"
