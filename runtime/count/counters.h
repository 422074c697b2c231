/* The counters of each module: its own section, and a copy for each thread.

   SPDX-License-Identifier: MIT

   Compiled code counts in the calling thread's copy, which is a COUNTERS
   record of the profile.  Code that has no copy at hand counts in the module's
   counter section, which all threads share and which is not in the profile:
   its counts are copied to a COUNTERS record of the module's own, that of
   thread 0.  */

#ifndef CGPROF_RUNTIME_COUNT_COUNTERS_H
#define CGPROF_RUNTIME_COUNT_COUNTERS_H

#include <stdint.h>

#include <cgprof/abi.h>
#include "count/modules.h"

/* The hook ENTER of struct cgprof_module (cgprof/abi.h): give the calling
   thread its copy of MODULE's counters.  Return the distance from the section
   to the copy in bytes, which is also written to *WORD, the thread's word for
   that module.  A thread that can be given no copy counts in the section: then
   return 0.  May be called in a signal handler.  */
int64_t cgrt_counters_enter (struct cgprof_module *module, int64_t *word);

/* Copy the counts of MODULE's own section to its record in the profile; if
   all have always been 0, or memory is refused, do nothing.  The caller holds
   cgrt_memory_lock.  */
void cgrt_counters_sync (struct cgrt_module *module);

/* Likewise the counts of all modules, for less than each by itself.  */
void cgrt_counters_sync_all (void);

/* Return the record of MODULE's own section, which is made if there is none
   yet; NULL if memory is refused.  The caller holds cgrt_memory_lock.  */
struct cgprof_counters *cgrt_counters_shared (struct cgrt_module *module);

/* Return COUNTERS record INDEX of MODULE, or NULL if it has no such record:
   0 is the record of its own section, if that has ever had counts, and N + 1
   is the copy in the place N (sample/threads.h).  */
struct cgprof_counters *cgrt_counters_copy (struct cgrt_module *module,
					    uint32_t index);

/* Return the limit of indices for cgrt_counters_copy: all are below it.  */
uint32_t cgrt_counters_limit (void);

/* Called in a forked child: set the counts of MODULE's own section to 0.  */
void cgrt_counters_fork (struct cgrt_module *module);

/* Called in a forked child that has joined its parent's profile
   (file/family.h), after cgrt_threads_join: do so for all modules, and have
   the calling thread count in its new place at once.  */
void cgrt_counters_join (void);

/* MODULE is being unloaded: forget where threads keep their words for it.  */
void cgrt_counters_detach (struct cgrt_module *module);

#endif /* CGPROF_RUNTIME_COUNT_COUNTERS_H */
