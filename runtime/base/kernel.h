/* Which version of the kernel runs, and what it lets programs do.

   SPDX-License-Identifier: MIT  */

#ifndef CGPROF_RUNTIME_BASE_KERNEL_H
#define CGPROF_RUNTIME_BASE_KERNEL_H

/* Whether the kernel calls itself Linux FIRST.SECOND or later.  */
int cgrt_kernel_is_from (unsigned first, unsigned second);

/* Whether it tells programs of CAPABILITY, one of AT_HWCAP2.  The C library
   would look that up by a page of its own: a forked child asks, too.  */
int cgrt_kernel_allows (unsigned long capability);

#endif /* CGPROF_RUNTIME_BASE_KERNEL_H */
