/* What computed jumps of x86-64 lead to, by the tables of addresses that the
   compiler makes of switches.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_CODE_JUMP_TABLES_H
#define CGPROF_CODE_JUMP_TABLES_H

#include "code/instructions.h"

/* Set LABELS, of which there is one for each piece of LIST, to whether a table
   of IMAGE that the function's instructions refer to has its address.  Tables
   are what it looks like: of two of one function that touch each other the
   first one may be taken for both.  */
void jump_tables_find (const struct image *image,
		       const struct instruction_list *list, bool *labels);

#endif /* CGPROF_CODE_JUMP_TABLES_H */
