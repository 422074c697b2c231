/* Modules that are gone, and the places of processes that had them.

   SPDX-License-Identifier: MIT

   A place of the profile (file/family.h) may have addresses in modules that
   its processes had and that are gone, or that this process never had.  Each
   is told apart by its name (count/unloaded.h) before another can be taken for
   it.  */

#ifndef CGPROF_RUNTIME_COUNT_GONE_H
#define CGPROF_RUNTIME_COUNT_GONE_H

#include <stdint.h>

#include <cgprof/format.h>
#include "count/modules.h"

/* A scan that began at TIME has found that MODULE is gone: name the addresses
   in it.  If that was done when it was detached, what lies there now may have
   been called since: one of the modules from index FIRST on, or nobody knows
   what.  The caller holds cgrt_session_lock.  */
void cgrt_gone_name (struct cgrt_module *module, uint32_t first,
		     uint64_t time);

/* Whether this process may count in PLACE, in which LAST was the last other
   one: what was counted there at addresses of modules is known to be theirs,
   once cgrt_gone_join was called.  May be called in a signal handler, as
   may the next.  */
int cgrt_gone_fit (const struct cgprof_process *place,
		   const struct cgprof_process *last);

/* In a forked child, which has joined its parent's profile: name in its place
   the addresses of modules that went since the last process in it began.  */
void cgrt_gone_join (void);

#endif /* CGPROF_RUNTIME_COUNT_GONE_H */
