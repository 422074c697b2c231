/* What the numbers of pieces tell of a function's jumps: which way branches went,
   and how often loops were entered and went round.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_CODE_JUMPS_H
#define CGPROF_CODE_JUMPS_H

#include "code/instructions.h"

/* A loop: the code from where a jump leads back to up to that jump, or the last
   one that leads there, if control can get from there to the jump.  */
struct jumps_loop
{
  uint32_t first, last;		/* Its first and last piece.  */
  uint64_t entered;		/* By jumps from outside and from what is in
				   front of it.  */
  uint64_t rounds;		/* That often, and by the jumps back.  */
};

/* Loops of a function.  A zeroed struct is empty.  */
struct jumps_loops
{
  struct jumps_loop *all;
  size_t count, room;
};

/* Return the last instruction of PIECE of LIST if it is a branch, else NULL.  */
const struct instruction *jumps_branch (const struct instruction_list *list,
					uint32_t piece);

/* Return how often the branch at the end of PIECE was taken; COUNTS says how
   often the pieces of LIST were run.  */
uint64_t jumps_taken (const struct instruction_list *list,
		      const uint64_t *counts, uint32_t piece);

/* Set LOOPS to those of LIST, by their first pieces.  A jump whose targets are
   not in the code (switch, computed goto) enters none, so of a loop that one in
   another part of the function leads into ENTERED is too small.  */
void jumps_find_loops (const struct instruction_list *list,
		       const uint64_t *counts, struct jumps_loops *loops);

void jumps_free_loops (struct jumps_loops *loops);

#endif /* CGPROF_CODE_JUMPS_H */
