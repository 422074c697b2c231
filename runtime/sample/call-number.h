/* The number of a system call that has failed.

   SPDX-License-Identifier: MIT

   The kernel puts a call's result where its number was, in rax, and does not
   tell a signal's handler the number.  It is found again in the instructions
   before the call, if those are like libc's.  Only on x86-64.  */

#ifndef CGPROF_RUNTIME_SAMPLE_CALL_NUMBER_H
#define CGPROF_RUNTIME_SAMPLE_CALL_NUMBER_H

#include <ucontext.h>

/* Return the number of the system call whose instruction ends where a signal
   with CONTEXT came, or -1 if the code does not show it.  May be called in a
   signal handler.  */
long cgrt_call_number (const ucontext_t *context);

#endif /* CGPROF_RUNTIME_SAMPLE_CALL_NUMBER_H */
