/* Area:    reporter, code/piece-counts
   Purpose: what is not counted follows from what is; what a process that was
   killed left is never below 0.
   Sources: code/piece-counts.c

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "code/piece-counts.h"
#include "check.h"

#include <cgprof/abi.h>

/* A function with a loop: its way in, the head, the body, which is counted, and
   what is behind it.  Classes: 0 ways in, 1 into the head, 2 out of it, 3 out of
   the function.  */
static struct block_tables_piece pieces[] = {
  { .in = 0, .out = 1 },
  { .in = 1, .out = 2 },
  { .in = 2, .out = 1, .flags = CGPROF_PIECE_COUNTED, .word = 1 },
  { .in = 2, .out = 3 }
};
static struct block_tables_part part = { .piece_count = 4 };
static struct block_tables_function function = {
  .classes = 4, .enters = 0, .leaves = 3, .part_count = 1
};
static const struct block_tables tables = {
  .functions = &function, .function_count = 1, .parts = &part,
  .part_count = 1, .pieces = pieces, .piece_count = 4
};

int
main (void)
{
  static const uint64_t words[] = { 10, 70 };
  uint64_t counts[4];
  CHECK (piece_counts_number (&tables, &function) == 4);
  piece_counts_solve (&tables, &function, words, 2, true, counts);
  CHECK (counts[0] == 10 && counts[1] == 80 && counts[2] == 70
	 && counts[3] == 10);

  /* Without an entry counter another word tells.  */
  pieces[3].flags = CGPROF_PIECE_COUNTED;
  pieces[3].word = 0;
  piece_counts_solve (&tables, &function, words, 2, false, counts);
  CHECK (counts[0] == 10 && counts[1] == 80 && counts[2] == 70
	 && counts[3] == 10);

  /* Words that are not there are 0.  */
  piece_counts_solve (&tables, &function, words, 1, false, counts);
  CHECK (counts[0] == 10 && counts[1] == 10 && counts[2] == 0);
  piece_counts_solve (&tables, &function, NULL, 0, false, counts);
  CHECK (counts[0] == 0 && counts[1] == 0 && counts[3] == 0);

  /* It left more often than it was entered: the loop's head was run less often
     than its body.  */
  static const uint64_t odd[] = { 1, 5 };
  pieces[0].flags = CGPROF_PIECE_COUNTED;
  pieces[0].word = 0;
  pieces[2].flags = 0;
  pieces[3].word = 1;
  piece_counts_solve (&tables, &function, odd, 2, false, counts);
  CHECK (counts[0] == 1 && counts[3] == 5);
  CHECK (counts[1] < UINT64_MAX / 2 && counts[2] < UINT64_MAX / 2);
  return check_end ();
}
