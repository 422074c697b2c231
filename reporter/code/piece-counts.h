/* How often each piece of a function's code was run.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_CODE_PIECE_COUNTS_H
#define CGPROF_CODE_PIECE_COUNTS_H

#include "elf/block-tables.h"

/* Set COUNTS, of which there is one for each piece of FUNCTION in the order of
   its rows in TABLES, from its counter WORDS, of which there are WORD_COUNT;
   what is missing is 0.  HAS_ENTRY says that the first one counts entries.

   That is exact once the function has no frame left.  For each that it has one
   number may be one too large or too small, which is never below 0.  */
void piece_counts_solve (const struct block_tables *tables,
			 const struct block_tables_function *function,
			 const uint64_t *words, uint64_t word_count,
			 bool has_entry, uint64_t *counts);

/* Return of how many pieces FUNCTION is.  */
size_t piece_counts_number (const struct block_tables *tables,
			    const struct block_tables_function *function);

#endif /* CGPROF_CODE_PIECE_COUNTS_H */
