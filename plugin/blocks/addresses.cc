/* Keeping the address of a function's counters in a register from one place
   that is counted to the next.

   In a library, without the segment, it takes three instructions to find a
   counter and one to add to it.  What is found serves other counters of the
   function as well, until something changes the register.  Loops that have a
   register to spare are given one; all other places of a function have one
   together.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "blocks/address-loops.h"
#include "blocks/address-plan.h"

void
addresses_choose (vec<counted_place> *places, vec<address_load> *loads)
{
  address_code code = {};
  code.places = places;
  address_code_find (&code);
  /* A loop is given one if it is better off.  */
  address_plan_choose (code, NULL);
  address_loops_choose (&code, loads);
  for (counted_place &place : *places)
    if (!place.in_loop)
      {
	place.base = NO_REGISTER;
	place.loads = false;
	/* It may be where a loop's is loaded.  */
	if (!place.before)
	  place.free &= ~code.loop_bases;
      }
  int base = address_plan_choose (code, loads);
  /* What all others have is kept in loops, too.  */
  if (base != NO_REGISTER)
    for (counted_place &place : *places)
      if (place.in_loop)
	place.free &= ~(1u << base);
}
