/* Targets of indirect calls beyond a site's first.

   SPDX-License-Identifier: MIT  */

#ifndef CGPROF_RUNTIME_COUNT_TARGETS_H
#define CGPROF_RUNTIME_COUNT_TARGETS_H

#include <stdint.h>

#include <cgprof/abi.h>

/* From a multiple of so many calls in its table on, a target is counted in a
   pair of its slot's if one is free.  */
#define CGRT_TARGETS_HOT 256

/* The hook TARGET of struct cgprof_module.  */
void cgrt_targets_count (struct cgprof_module *module, uint64_t *slot,
			 uint64_t target);

/* The run-time addresses from START on, SIZE of them, lay in the module of
   record MODULE, which is unloaded: nobody can call there any more.  Mark the
   calls that were counted there with that module, so that calls to what is
   loaded in its place are not added to them.  Takes cgrt_memory_lock;
   cgrt_counters_sync is due afterwards.  */
void cgrt_targets_retire (uint64_t start, uint64_t size, uint32_t module);

#endif /* CGPROF_RUNTIME_COUNT_TARGETS_H */
