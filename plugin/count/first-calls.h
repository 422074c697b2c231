/* The calls before which a function surely runs in the thread that entered
   it.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_FIRST_CALLS_H
#define CGPROF_FIRST_CALLS_H

/* Add to FIRST those of CALLS, calls in the current function, before which it
   calls nothing.  */
void first_calls_collect (const vec<gcall *> &calls,
			  hash_set<gimple *> *first);

/* Return how often those of CALLS that are in FIRST are executed for each
   execution of the function, as far as GCC knows.  */
double first_calls_executions (const vec<gcall *> &calls,
			       hash_set<gimple *> &first);

#endif /* CGPROF_FIRST_CALLS_H */
