/* An add to memory in RTL, as early as there is RTL.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_SINGLE_ADDS_H
#define CGPROF_SINGLE_ADDS_H

/* Register the pass that makes one instruction of each load, add and store
   that count, for the plugin NAME.  */
void single_adds_register (const char *name);

#endif /* CGPROF_SINGLE_ADDS_H */
