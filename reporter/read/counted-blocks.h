/* What code did whose blocks are counted: instructions, branches, loops,
   inlined calls.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_READ_COUNTED_BLOCKS_H
#define CGPROF_READ_COUNTED_BLOCKS_H

#include "read/reader.h"

/* Let READER remember the SUMS of MODULE, of the model, which a profile had.
   A module's code is decoded once, however many profiles have counts of
   it.  */
void counted_blocks_add (struct reader *reader, uint32_t module,
			 const struct word_sums *sums);

/* Add what the code of all modules did that were remembered to the model.
   They are forgotten.  Return false, with a message, if counts add up to too
   much.  */
bool counted_blocks_map (struct reader *reader);

#endif /* CGPROF_READ_COUNTED_BLOCKS_H */
