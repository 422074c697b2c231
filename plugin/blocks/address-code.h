/* A function's code, as far as it matters for keeping the address of counters.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_BLOCKS_ADDRESS_CODE_H
#define CGPROF_BLOCKS_ADDRESS_CODE_H

#include "blocks/addresses.h"

/* Something that happens in a block.  */
struct address_step
{
  register_set changed;		/* What is changed, and then */
  int place;			/* the place that is counted, or -1.  */
};

/* The current function.  */
struct address_code
{
  vec<counted_place> *places;
  auto_vec<address_step> steps;	/* A block's last one has no place.  */
  auto_vec<unsigned> first;	/* Of each block's, by its index.  */
  register_set loop_bases;	/* Those that have the address in loops, */
  register_set others;		/* and those that are changed in front.  */
};

/* Find the steps of CODE, whose places are set.  */
void address_code_find (address_code *code);

/* What counting costs in instructions: with the address at hand, what loading
   it does besides, and where registers must be saved for that.  */
enum
{
  ADDRESS_COST_ADD = 1, ADDRESS_COST_LOAD = 3, ADDRESS_COST_SAVED = 10
};

/* What counting PLACE costs, as often as it is done, with BASE and LOADS.  */
gcov_type address_cost (const counted_place &place, int base, bool loads);

/* How often what COUNT says is run, by the compiler's guess, at least 1.  */
gcov_type address_weight (profile_count count);

/* Set *LOAD to a place on the edge E, whose destination has other ways in, and
   return what is free there; 0 if there is no room.  It may also be passed on
   other ways, though not much more often.  */
register_set address_load_on (edge e, address_load *load);

/* How often LOAD, on the edge E, is done.  */
gcov_type address_load_weight (const address_load &load, edge e);

#endif /* CGPROF_BLOCKS_ADDRESS_CODE_H */
