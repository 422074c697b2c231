/* Copies of the modules' counters.

   SPDX-License-Identifier: MIT  */

#ifndef CGPROF_RUNTIME_COUNT_COUNTERS_H
#define CGPROF_RUNTIME_COUNT_COUNTERS_H

#include <stdint.h>

#include <cgprof/abi.h>
#include "count/modules.h"

/* The hook ENTER of struct cgprof_module.  */
int64_t cgrt_counters_enter (struct cgprof_module *module, int64_t *word);

/* Copy the counts in MODULE's own section to the profile.  Needs
   cgrt_memory_lock.  */
void cgrt_counters_sync (struct cgrt_module *module);

/* Return MODULE's record for its own section, making it if need be; NULL
   if memory is refused.  Needs cgrt_memory_lock.  */
struct cgprof_counters *cgrt_counters_shared (struct cgrt_module *module);

/* Return copy number INDEX of MODULE, or NULL where there is none; INDEX is
   below cgrt_counters_limit ().  */
struct cgprof_counters *cgrt_counters_copy (struct cgrt_module *module,
					    uint32_t index);
uint32_t cgrt_counters_limit (void);

/* In a forked child: zero MODULE's own section.  */
void cgrt_counters_fork (struct cgrt_module *module);

#endif /* CGPROF_RUNTIME_COUNT_COUNTERS_H */
