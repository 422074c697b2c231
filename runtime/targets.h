/* Targets of indirect calls beyond a site's first.

   SPDX-License-Identifier: MIT  */

#ifndef CGPROF_RUNTIME_TARGETS_H
#define CGPROF_RUNTIME_TARGETS_H

#include <stdint.h>

#include "cgprof/abi.h"

/* The hook TARGET of struct cgprof_module.  */
void cgrt_targets_count (struct cgprof_module *module, uint64_t *slot,
			 uint64_t target);

#endif /* CGPROF_RUNTIME_TARGETS_H */
