/* Hash tables: a pair of numbers, or a string, to an index.

   A zeroed struct is an empty table.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_BASE_MAP_H
#define CGPROF_BASE_MAP_H

#include <stddef.h>
#include <stdint.h>

/* No index.  */
#define MAP_NONE UINT32_MAX

struct map
{
  struct map_entry *entries;
  size_t room;			/* A power of two, or 0.  */
  size_t used;
};

/* Make room for COUNT pairs in the empty MAP.  */
void map_reserve (struct map *map, size_t count);

/* The index stored for (A, B), or MAP_NONE.  */
uint32_t map_find (const struct map *map, uint64_t a, uint64_t b);

/* Have memory fetch what map_find or map_place will look at for (A, B).  */
void map_prefetch (const struct map *map, uint64_t a, uint64_t b);

/* The place of (A, B)'s index; it holds MAP_NONE when the pair is new, and
   the caller must then store another value.  Valid until the next call.  */
uint32_t *map_place (struct map *map, uint64_t a, uint64_t b);

void map_free (struct map *map);

struct dict
{
  struct dict_entry *entries;
  size_t room;			/* A power of two, or 0.  */
  size_t used;
};

/* Make room for COUNT strings in the empty DICT.  */
void dict_reserve (struct dict *dict, size_t count);

/* The index stored for TEXT, or MAP_NONE.  */
uint32_t dict_find (const struct dict *dict, const char *text);

/* Like map_place.  TEXT is not copied: it must outlive the table.  */
uint32_t *dict_place (struct dict *dict, const char *text);

void dict_free (struct dict *dict);

#endif /* CGPROF_BASE_MAP_H */
