/* The arcs of gmon.out: who calls whom, and how often.

   SPDX-License-Identifier: MIT  */

#ifndef CGPROF_RUNTIME_GMON_ARCS_H
#define CGPROF_RUNTIME_GMON_ARCS_H

#include "gmon/output.h"
#include "count/modules.h"

/* Append all arcs of PROGRAM to OUTPUT.  Return 0 or an errno: ENOMEM, or one
   that says why the program's file cannot be read.  The caller holds
   cgrt_session_lock.  */
int cgrt_arcs_put (struct cgrt_output *output, struct cgrt_module *program);

/* Read now what cgrt_arcs_put needs from the program's file, and keep it in
   memory for this process and all that it forks.  If there is no memory or the
   file cannot be read, nothing is kept.  The caller holds
   cgrt_session_lock.  */
void cgrt_arcs_keep (void);

#endif /* CGPROF_RUNTIME_GMON_ARCS_H */
