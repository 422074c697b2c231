/* What becomes of a program that counts through a segment base when somebody
   else sets that base.

   SPDX-License-Identifier: MIT

   From then on all code of the program counts without it, in the module's own
   section, which all threads share (CGPROF_LEAVE in <cgprof/abi.h>): what is
   lost are counts that two threads add at once.  A program's own changes are
   told before they are made, if the plugin has seen them.  Others are noticed
   when the runtime happens to run: at samples, slow paths, notices, when a
   module attaches, and when a count has raised SIGSEGV.  */

#ifndef CGPROF_RUNTIME_SAMPLE_SEGMENT_H
#define CGPROF_RUNTIME_SAMPLE_SEGMENT_H

#include <cgprof/abi.h>

/* Note MODULE, if it is a program that counts through a segment, or did so
   until now.  */
void cgrt_segment_attach (struct cgprof_module *module);

/* Have the program count without the segment if the calling thread's base is
   somebody else's.  Return whether it was so.  In any context.  */
int cgrt_segment_check (void);

/* Likewise, for what may run millions of times a second: where it takes a
   system call to know the base, one in CGRT_SEGMENT_GLANCES does so.  */
#define CGRT_SEGMENT_GLANCES 4096
void cgrt_segment_glance (void);

/* Have it do so whatever the base is: it is about to change.  Likewise.  */
void cgrt_segment_leave (void);

#endif /* CGPROF_RUNTIME_SAMPLE_SEGMENT_H */
