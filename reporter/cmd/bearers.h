/* Which processes bear a text in their environment.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_CMD_BEARERS_H
#define CGPROF_CMD_BEARERS_H

#include <stddef.h>
#include <stdint.h>

/* Set *PIDS, to be freed, to the numbers of all processes but this one whose
   environment had TEXT in it when they were executed, as far as the kernel
   shows it to this user.  Return how many there are; dead ones are not among
   them.  */
size_t bearers_find (const char *text, uint64_t **pids);

#endif /* CGPROF_CMD_BEARERS_H */
