/* What a program holds once whose code counts through a segment base: a
   flag for each thread, and the slow paths of such code.

   Only programs have such code, so everything is local-exec here; a linker
   refuses to make a shared library of it.  Made to text as module.c is, in
   a COMDAT group of its own; its presence tells module.c of such code.

   SPDX-License-Identifier: MIT  */

#include "cgprof/abi.h"
#define CGPROF_SEGMENT_TEXT 1
#include CGPROF_MODULE_HEADER

#ifdef CGPROF_SEGMENT_NAME
__thread uint32_t ready __asm__ (CGPROF_READY)
  __attribute__ ((weak, visibility ("hidden")));
#endif
