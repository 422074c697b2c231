/* Keeping the address of counters in one register in all of a function.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_BLOCKS_ADDRESS_PLAN_H
#define CGPROF_BLOCKS_ADDRESS_PLAN_H

#include "blocks/address-code.h"

/* Choose a register for the places of CODE that are IN_LOOP of none, and set
   their BASE and LOADS.  Add what LOADS there are besides, unless that is NULL
   and it is only tried.  Returns the register, or NO_REGISTER.  */
int address_plan_choose (const address_code &code, vec<address_load> *loads);

#endif /* CGPROF_BLOCKS_ADDRESS_PLAN_H */
