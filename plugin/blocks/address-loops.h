/* Keeping the address of counters in a register in a loop.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_BLOCKS_ADDRESS_LOOPS_H
#define CGPROF_BLOCKS_ADDRESS_LOOPS_H

#include "blocks/address-code.h"

/* Set IN_LOOP and BASE of the places of CODE in loops that have a register to
   spare, where that is better than what they have, and add the LOADS in front
   of them.  */
void address_loops_choose (address_code *code, vec<address_load> *loads);

#endif /* CGPROF_BLOCKS_ADDRESS_LOOPS_H */
