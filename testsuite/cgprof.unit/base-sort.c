/* Area:    reporter, base/sort
   Purpose: sorts are in order and stable, by comparison and by key.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/sort.h"
#include "check.h"

#define COUNT 1000

/* Many are equal, so that what is not stable shows.  */
static uint64_t
key (uint32_t i)
{
  return i * 7919u % 10;
}

static int
by_key (const void *closure, uint32_t a, uint32_t b)
{
  CHECK (closure == &check_count);
  return (key (a) > key (b)) - (key (a) < key (b));
}

static int
backwards (const void *closure, uint32_t a, uint32_t b)
{
  (void) closure;
  return (a < b) - (a > b);
}

int
main (void)
{
  static uint32_t indices[COUNT];
  static struct sort_item items[COUNT];
  for (uint32_t n = 0; n < 6; n++)
    {
      for (uint32_t i = 0; i < n; i++)
	indices[i] = i;
      sort_indices (indices, n, backwards, NULL);
      for (uint32_t i = 0; i < n; i++)
	CHECK (indices[i] == n - 1 - i);
    }

  for (uint32_t i = 0; i < COUNT; i++)
    {
      indices[i] = i;
      items[i] = (struct sort_item) { key (i), i };
    }
  sort_indices (indices, COUNT, by_key, &check_count);
  sort_items (items, COUNT);
  for (uint32_t i = 0; i < COUNT; i++)
    {
      CHECK (items[i].index == indices[i] && items[i].key == key (indices[i]));
      if (i > 0)
	CHECK (key (indices[i - 1]) < key (indices[i])
	       || (key (indices[i - 1]) == key (indices[i])
		   && indices[i - 1] < indices[i]));
    }

  for (uint32_t i = 0; i <= COUNT; i++)
    {
      uint64_t limit = i < COUNT ? items[i].key : UINT64_MAX;
      size_t up_to = sort_count_up_to (items, i, sizeof *items,
				       offsetof (struct sort_item, key),
				       limit);
      size_t wanted = 0;
      while (wanted < i && items[wanted].key <= limit)
	wanted++;
      CHECK (up_to == wanted);
      up_to = sort_count_up_to (items, COUNT, sizeof *items,
				offsetof (struct sort_item, key), limit);
      CHECK (up_to == COUNT || items[up_to].key > limit);
      CHECK (up_to > 0 && items[up_to - 1].key <= limit);
    }

  sort_by_keys (items, indices, COUNT, backwards, NULL);
  for (uint32_t i = 1; i < COUNT; i++)
    CHECK (key (indices[i - 1]) < key (indices[i])
	   || (key (indices[i - 1]) == key (indices[i])
	       && indices[i - 1] > indices[i]));

  CHECK (sort_descending (2.0) < sort_descending (1.0));
  CHECK (sort_descending (1e-300) < sort_descending (0.0));
  return check_end ();
}
