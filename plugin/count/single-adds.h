/* One instruction for each statement that counts.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_SINGLE_ADDS_H
#define CGPROF_SINGLE_ADDS_H

/* Register, for the plugin NAME, the pass that turns each load, add and store
   that GCC has expanded a counting statement to into one instruction, where
   the machine has it.  */
void single_adds_register (const char *name);

#endif /* CGPROF_SINGLE_ADDS_H */
