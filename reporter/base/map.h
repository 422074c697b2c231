/* Hash tables from a pair of numbers, or from a string, to an index.

   A zeroed struct is an empty table.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_BASE_MAP_H
#define CGPROF_BASE_MAP_H

#include <stddef.h>
#include <stdint.h>

/* The index of what is not in a table.  */
#define MAP_NONE UINT32_MAX

/* From pairs of numbers to indices.  */
struct map
{
  struct map_entry *entries;
  size_t room;			/* A power of two, or 0.  */
  size_t used;
};

/* Make room for COUNT pairs in the empty MAP.  */
void map_reserve (struct map *map, size_t count);

/* Return the index stored for the pair (A, B), or MAP_NONE.  */
uint32_t map_find (const struct map *map, uint64_t a, uint64_t b);

/* Prefetch what map_find or map_place will read first for (A, B).  */
void map_prefetch (const struct map *map, uint64_t a, uint64_t b);

/* Return where the index of (A, B) is stored, after adding the pair with
   MAP_NONE if it is new; the caller must then store another value there.  The
   pointer is valid until the next call.  */
uint32_t *map_place (struct map *map, uint64_t a, uint64_t b);

void map_free (struct map *map);

/* From strings to indices.  */
struct dict
{
  struct dict_entry *entries;
  size_t room;			/* A power of two, or 0.  */
  size_t used;
};

/* Make room for COUNT strings in the empty DICT.  */
void dict_reserve (struct dict *dict, size_t count);

/* Return the index stored for the string TEXT, or MAP_NONE.  */
uint32_t dict_find (const struct dict *dict, const char *text);

/* Like map_place, for the string TEXT, which is not copied and must outlive
   DICT.  */
uint32_t *dict_place (struct dict *dict, const char *text);

void dict_free (struct dict *dict);

#endif /* CGPROF_BASE_MAP_H */
