/* Counting a call to a known target with few registers.

   SPDX-License-Identifier: MIT  */

#ifndef CGPROF_RUNTIME_COUNT_QUICK_H
#define CGPROF_RUNTIME_COUNT_QUICK_H

/* The hook QUICK of struct cgprof_module, NULL where there is none.

   On x86-64: add 1 to the count of the target in %rax, which is not 0, in the
   newest table of the slot at %rdx, if the slot is in the profile (then only
   this thread and its handlers write there) and the table has the target and
   it is not the call that may give the target a pair.  The zero flag tells
   whether it was so; every register is preserved.  */
#ifdef __x86_64__
void cgrt_quick_target (void);
#else
# define cgrt_quick_target NULL
#endif

#endif /* CGPROF_RUNTIME_COUNT_QUICK_H */
