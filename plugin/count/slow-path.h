/* Calls of the slow paths, which are functions of the module's text.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_SLOW_PATH_H
#define CGPROF_SLOW_PATH_H

/* Call the slow path NAME with ARGUMENTS (at most two: the slot's address and
   the target) before *GSI: by TEXT, the processor's assembler template for it,
   or by an ordinary call if TEXT is NULL.  RESULT is the template's constraint
   of what NAME returns, the distance to the thread's copy; return that, or
   NULL_TREE if RESULT is NULL.  It is an error of the user's, reported once,
   if TEXT has no register left.  */
tree slow_path_call (gimple_stmt_iterator *gsi, const char *text,
		     const char *name, const vec<tree> &arguments,
		     const char *result, location_t location);

#endif /* CGPROF_SLOW_PATH_H */
