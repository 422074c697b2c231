/* Counting indirect calls that do not go to the first target of their site.

   SPDX-License-Identifier: MIT

   A site's slot holds a few pairs of a target and its count, and a chain of
   tables (file/table.h) for the targets that have no pair.  */

#ifndef CGPROF_RUNTIME_COUNT_TARGETS_H
#define CGPROF_RUNTIME_COUNT_TARGETS_H

#include <stdint.h>

#include <cgprof/abi.h>

/* Whenever a target's count in its table reaches a multiple of this number,
   the target gets a pair of the slot if one is free, and is counted there from
   then on.  */
#define CGRT_TARGETS_HOT 256

/* The hook TARGET of struct cgprof_module (cgprof/abi.h): count a call to the
   address TARGET in SLOT, which is in the calling thread's copy of MODULE's
   counters or in MODULE's own section.  May be called in a signal handler.  */
void cgrt_targets_count (struct cgprof_module *module, uint64_t *slot,
			 uint64_t target);

#endif /* CGPROF_RUNTIME_COUNT_TARGETS_H */
