/* Keeping the address of a function's counters in a register from one place
   that is counted to the next.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_BLOCKS_ADDRESSES_H
#define CGPROF_BLOCKS_ADDRESSES_H

#include "blocks/keep.h"

/* A place that is counted.  */
struct counted_place
{
  unsigned piece;		/* The caller's number.  */
  basic_block block;
  rtx_insn *before;		/* It is in front of this instruction of BLOCK;
				   NULL: behind BLOCK's last, */
  edge falls;			/* unless that is NULL on this edge, where
				   BLOCK's jump is not taken.  */
  register_set free;		/* What has no value there.  What is chosen to
				   have one is taken out of it.  */
  bool keeps;			/* The flags have a value there.  */
  gcov_type weight;		/* How often it is counted, at least 1.  */
  int base;			/* The register that has the counters' address
				   there, or NO_REGISTER.  */
  bool loads;			/* It is loaded there, to BASE.  */
  bool in_loop;			/* BASE is of a loop.  */
};

/* An edge on which the address is loaded to BASE by OTHER.  The flags may have
   a value there.  */
struct address_load
{
  basic_block block;
  rtx_insn *before;		/* As above.  */
  int base, other;
};

/* Choose registers and set BASE and LOADS of PLACES, all of the current
   function in the order of its code, and what LOADS there are besides.
   Counters must not be found by the segment, control flow and liveness be
   known, and keep_begin_function called.  */
void addresses_choose (vec<counted_place> *places, vec<address_load> *loads);

#endif /* CGPROF_BLOCKS_ADDRESSES_H */
