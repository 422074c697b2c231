/* Any processor: nothing but module.c's own functions.

   SPDX-License-Identifier: MIT

   module.c, thread.c and segment.c include such a file for the processor that
   they are compiled for, which may define

   CGPROF_SLOW_PATHS
     if it has CGPROF_TARGET in assembler language, so that code need not treat
     it as a call (plugin/cpu/cpu.h); and CGPROF_ENTER instead for thread.c,
     which defines CGPROF_THREAD_TEXT, and CGPROF_BEGIN and CGPROF_SLOT for
     segment.c, which defines CGPROF_SEGMENT_TEXT;

   CGPROF_SYSTEM_CALL
     if there is long system_call (long number, long first, long second,
     long third, long fourth), which returns what the kernel does, minus an
     errno after an error, and if the C library's struct stat is the
     kernel's;

   CGPROF_SEGMENT_NAME
     if counters are found by a segment register: its name.  Then there are
     also system_call and uint64_t segment_base (void), which returns its base;
     and, for segment.c, int is_counting (const unsigned char *code,
     const uint64_t *start, const uint64_t *stop),
     void drop_prefix (unsigned char *code) and
     void drop_listed (unsigned char *code).  */
