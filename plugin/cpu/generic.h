/* Any processor: nothing but ordinary statements and calls.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#define CGPROF_CPU_INCREMENT ((const char *) NULL)
#define CGPROF_CPU_ENTER ((const char *) NULL)
#define CGPROF_CPU_ENTER_RESULT "=r"
#define CGPROF_CPU_TARGET ((const char *) NULL)
#define CGPROF_CPU_SLOT_OPERAND "r"
#define CGPROF_CPU_TARGET_OPERAND "r"
#define CGPROF_CPU_CLOBBERS ((const char *) NULL)
#define CGPROF_CPU_CLOBBERS_TEXT ""
#define CGPROF_CPU_SEGMENT 0
#define CGPROF_CPU_KERNEL false
#define CGPROF_CPU_SETS_SEGMENT(NAME, FIRST, SECOND) false
#define CGPROF_CPU_BEGIN ((const char *) NULL)
#define CGPROF_CPU_SLOT ((const char *) NULL)
#define CGPROF_CPU_BEGIN_AT_ENTRY ((const char *) NULL)
#define CGPROF_CPU_ENTER_AT_ENTRY ((const char *) NULL)
#define CGPROF_CPU_THREAD_SPACE ADDR_SPACE_GENERIC
#define CGPROF_CPU_THREAD_ADDRESS(SYMBOL) (SYMBOL)
#define CGPROF_CPU_THREAD_OFFSET(SYMBOL) (SYMBOL)
#define CGPROF_CPU_ADD(REGISTER, VALUE) NULL_RTX
#define CGPROF_CPU_SCRATCH ""
#define CGPROF_CPU_SCRATCH_2 ""
#define CGPROF_CPU_SAVES_SCRATCH(FUNCTION) false
#define CGPROF_CPU_TEXT_BEGIN ""
#define CGPROF_CPU_TEXT_END ""
