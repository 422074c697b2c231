/* Which version of the kernel runs.

   SPDX-License-Identifier: MIT  */

#ifndef CGPROF_RUNTIME_BASE_KERNEL_H
#define CGPROF_RUNTIME_BASE_KERNEL_H

/* Whether the kernel calls itself Linux FIRST.SECOND or later.  */
int cgrt_kernel_is_from (unsigned first, unsigned second);

#endif /* CGPROF_RUNTIME_BASE_KERNEL_H */
