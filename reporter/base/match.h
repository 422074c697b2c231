/* Which of one side's items is which of the other's, as functions and call
   sites of two builds are matched: by keys that are equal, in several ways,
   the surest first.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_BASE_MATCH_H
#define CGPROF_BASE_MATCH_H

#include "base/mem.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MATCH_SIDES = 2 };

struct match
{
  size_t count[MATCH_SIDES];
  uint32_t *order[MATCH_SIDES];	/* The items: of equal ones the first here is
				   matched with the other side's first.  */
  void *closure;

  /* Whether ITEM has no match yet.  */
  bool (*open) (void *closure, int side, uint32_t item);
  /* What must be equal to match by WAY; may be taken from ARENA.  */
  const char *(*key) (void *closure, int side, uint32_t item, unsigned way,
		      struct arena *arena);
  /* A match was found.  */
  void (*found) (void *closure, uint32_t first, uint32_t second);
};

/* Match what is open by WAY.  ALONE: only where just one item of each side has
   a key.  */
void match_by (const struct match *match, unsigned way, bool alone);

#endif /* CGPROF_BASE_MATCH_H */
