/* The process that is being profiled.

   SPDX-License-Identifier: MIT  */

#ifndef CGPROF_RUNTIME_PROCESS_H
#define CGPROF_RUNTIME_PROCESS_H

#include <stdint.h>

/* The process that owns the profile: a vfork child, or a child forked
   behind libc's back, has another pid and must leave the profile alone.  */
extern int32_t cgrt_pid;

/* Whether the profile starts in a forked child.  */
extern int cgrt_forked;

#endif /* CGPROF_RUNTIME_PROCESS_H */
