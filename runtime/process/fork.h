/* What a forked child does about the profile.

   SPDX-License-Identifier: MIT  */

#ifndef CGPROF_RUNTIME_PROCESS_FORK_H
#define CGPROF_RUNTIME_PROCESS_FORK_H

/* Have every forked child start from zero in a file of its own.  Once;
   normal context.  */
void cgrt_fork_start (void);

/* Have a child that was forked behind libc's back do as other children do,
   if it has done nothing yet.  Any context.  */
void cgrt_fork_notice (void);

#endif /* CGPROF_RUNTIME_PROCESS_FORK_H */
