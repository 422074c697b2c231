/* Calls of the slow paths, which are functions of the module's text.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_SLOW_PATH_H
#define CGPROF_SLOW_PATH_H

/* Insert a call of the slow path NAME with ARGUMENTS (at most two: the slot's
   address and the target) before *GSI: by TEXT, the processor's assembler
   template for it, or by an ordinary call if TEXT is NULL.  RESULT is the
   template's constraint of what NAME returns, the distance to the thread's
   copy.  Return that, or NULL_TREE if RESULT is NULL.  If the user's options
   leave no register for TEXT, give an error, once.  */
tree slow_path_call (gimple_stmt_iterator *gsi, const char *text,
		     const char *name, const vec<tree> &arguments,
		     const char *result, location_t location);

#endif /* CGPROF_SLOW_PATH_H */
