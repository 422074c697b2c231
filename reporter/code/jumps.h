/* A function's jumps: what leads where, and what the numbers of pieces tell of
   which way branches went.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_CODE_JUMPS_H
#define CGPROF_CODE_JUMPS_H

#include "code/instructions.h"

/* Return the last instruction of PIECE of LIST; NULL if it has none.  */
const struct instruction *jumps_last (const struct instruction_list *list,
				      uint32_t piece);

/* Return the last instruction of PIECE of LIST if it is a branch, else
   NULL.  */
const struct instruction *jumps_branch (const struct instruction_list *list,
					uint32_t piece);

/* Return how often the branch at the end of PIECE was taken; COUNTS says how
   often the pieces of LIST were run.  */
uint64_t jumps_taken (const struct instruction_list *list,
		      const uint64_t *counts, uint32_t piece);

/* Return the piece of LIST that begins at ADDRESS, the first with code if
   there are several; UINT32_MAX if there is none.  */
uint32_t jumps_find_piece (const struct instruction_list *list,
			   uint64_t address);

#endif /* CGPROF_CODE_JUMPS_H */
