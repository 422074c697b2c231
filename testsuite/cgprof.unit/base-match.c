/* Area:    reporter, base/match
   Purpose: items match by equal keys in their order, those that are open, and
	    alone only where a key is one item's of each side.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/match.h"
#include "check.h"

#include <string.h>

#define COUNT 5
#define NONE UINT32_MAX

/* The letter is the key by way 0; by way 1 all are equal but x.  */
static const char letters[MATCH_SIDES][COUNT + 1] = { "aabcx", "bayyx" };
static uint32_t pairs[MATCH_SIDES][COUNT];

static bool
is_open (void *closure, int side, uint32_t item)
{
  CHECK (closure == pairs);
  return pairs[side][item] == NONE;
}

static const char *
key (void *closure, int side, uint32_t item, unsigned way,
     struct arena *arena)
{
  (void) closure;
  char letter = letters[side][item];
  return arena_format (arena, "%c", way == 1 && letter != 'x' ? '*' : letter);
}

static void
found (void *closure, uint32_t first, uint32_t second)
{
  (void) closure;
  CHECK (pairs[0][first] == NONE && pairs[1][second] == NONE);
  pairs[0][first] = second;
  pairs[1][second] = first;
}

int
main (void)
{
  /* Of the two a the second comes first.  */
  uint32_t first[COUNT] = { 1, 0, 2, 3, 4 };
  uint32_t second[COUNT] = { 0, 1, 2, 3, 4 };
  struct match match = {
    .count = { COUNT, COUNT }, .order = { first, second }, .closure = pairs,
    .open = is_open, .key = key, .found = found
  };
  memset (pairs, 0xff, sizeof pairs);
  match_by (&match, 0, true);
  CHECK (pairs[0][0] == NONE && pairs[0][1] == NONE);
  CHECK (pairs[0][2] == 0 && pairs[0][3] == NONE && pairs[0][4] == 4);
  match_by (&match, 0, false);
  CHECK (pairs[0][1] == 1 && pairs[0][0] == NONE);
  match_by (&match, 1, false);
  CHECK (pairs[0][0] == 2 && pairs[0][3] == 3);

  /* Sides of nothing.  */
  memset (pairs, 0xff, sizeof pairs);
  match.count[1] = 0;
  match_by (&match, 0, false);
  CHECK (pairs[0][0] == NONE && pairs[0][4] == NONE);
  return check_end ();
}
