/* The arcs of gmon.out.

   SPDX-License-Identifier: MIT  */

#ifndef CGPROF_RUNTIME_GMON_ARCS_H
#define CGPROF_RUNTIME_GMON_ARCS_H

#include "gmon/output.h"
#include "count/modules.h"

/* Append all arcs of PROGRAM to OUTPUT.  Returns 0 or an errno: ENOMEM, or
   the program's file cannot be read.  Needs cgrt_session_lock.  */
int cgrt_arcs_put (struct cgrt_output *output, struct cgrt_module *program);

/* Learn now what cgrt_arcs_put has to learn of the program's file, and keep
   it for this process and all that it forks.  Without memory, or without the
   file, nothing is kept.  Needs cgrt_session_lock.  */
void cgrt_arcs_keep (void);

#endif /* CGPROF_RUNTIME_GMON_ARCS_H */
