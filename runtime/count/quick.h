/* Counting an indirect call to a target that has been called before, with few
   registers.

   SPDX-License-Identifier: MIT  */

#ifndef CGPROF_RUNTIME_COUNT_QUICK_H
#define CGPROF_RUNTIME_COUNT_QUICK_H

/* The hook QUICK of struct cgprof_module (cgprof/abi.h), NULL on other
   processors than x86-64.

   %rdx holds the address of a call site's slot, %rax the address that is
   called, which is not 0.  Add 1 to the target's count in the newest table of
   the slot's chain and set the zero flag, provided that
   - the slot is in the profile, so that only this thread and its signal
     handlers write there,
   - that table has an entry of the target, and
   - this is not one of the calls at which the target may be given a pair of
     the slot (CGRT_TARGETS_HOT).
   Otherwise change nothing and clear the zero flag: the caller then uses
   cgrt_targets_count.  Every register is preserved.  */
#ifdef __x86_64__
void cgrt_quick_target (void);
#else
# define cgrt_quick_target NULL
#endif

#endif /* CGPROF_RUNTIME_COUNT_QUICK_H */
