/* What a module holds once whose code counts in each thread's own copy: the
   thread word, and the slow path of such code's prologues.

   Made to text as module.c is, in a COMDAT group of its own.  A module whose
   threads all count in one place is without it: what a loader gives a library
   that a program loads late of thread-local room that has an offset, glibc's
   is little, and musl's nothing.

   SPDX-License-Identifier: MIT  */

#define _GNU_SOURCE 1
#include "cgprof/abi.h"
#define CGPROF_THREAD_TEXT 1
#include CGPROF_MODULE_HEADER

#define HIDDEN __attribute__ ((weak, visibility ("hidden")))

__thread int64_t thread_word __asm__ (CGPROF_WORD) HIDDEN
  __attribute__ ((tls_model ("initial-exec")));

#ifndef CGPROF_SLOW_PATHS

extern struct cgprof_module this_module __asm__ (CGPROF_MODULE) HIDDEN;

int64_t enter (void) __asm__ (CGPROF_ENTER) HIDDEN;

int64_t
enter (void)
{
  return this_module.enter (&this_module, &thread_word);
}

#endif
