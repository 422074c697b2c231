/* Hash tables: a pair of numbers, or a string, to an index.

   Open addressing with linear probing, at most half full.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/map.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

struct map_entry
{
  uint64_t a;
  uint64_t b;
  uint32_t value;
  uint32_t used;		/* 0: free, which is what new memory is.  */
};

struct dict_entry
{
  const char *text;		/* NULL: free.  */
  uint64_t hash;
  uint32_t value;
};

/* Spread X's bits over the whole word (multiply and fold, twice).  */

static uint64_t
map_mix (uint64_t x)
{
  x ^= x >> 32;
  x *= UINT64_C (0x9e3779b97f4a7c15);
  x ^= x >> 29;
  x *= UINT64_C (0xd6e8feb86659fd93);
  x ^= x >> 32;
  return x;
}

static uint64_t
map_hash (uint64_t a, uint64_t b)
{
  return map_mix (a * UINT64_C (0xa0761d6478bd642f) + b);
}

/* The entry of (A, B), or the free one where it belongs.  ROOM is not 0. */

static struct map_entry *
map_probe (const struct map *map, uint64_t a, uint64_t b)
{
  size_t mask = map->room - 1;
  size_t i = map_hash (a, b) & mask;
  while (map->entries[i].used
	 && (map->entries[i].a != a || map->entries[i].b != b))
    i = (i + 1) & mask;
  return &map->entries[i];
}

#define MAP_LEAST 64		/* Room of a table with anything in it.  */

static void
map_make (struct map *map, size_t room)
{
  map->room = room;
  map->entries = mem_alloc (room, sizeof *map->entries);
}

void
map_reserve (struct map *map, size_t count)
{
  size_t room = MAP_LEAST;
  while (room / 2 <= count)
    room *= 2;
  map_make (map, room);
}

static void
map_rehash (struct map *map)
{
  struct map old = *map;
  map_make (map, old.room ? old.room * 2 : MAP_LEAST);
  for (size_t i = 0; i < old.room; i++)
    if (old.entries[i].used)
      *map_probe (map, old.entries[i].a, old.entries[i].b) = old.entries[i];
  free (old.entries);
}

void
map_prefetch (const struct map *map, uint64_t a, uint64_t b)
{
  if (map->room)
    __builtin_prefetch (&map->entries[map_hash (a, b) & (map->room - 1)]);
}

uint32_t
map_find (const struct map *map, uint64_t a, uint64_t b)
{
  if (map->room == 0)
    return MAP_NONE;
  const struct map_entry *entry = map_probe (map, a, b);
  return entry->used ? entry->value : MAP_NONE;
}

uint32_t *
map_place (struct map *map, uint64_t a, uint64_t b)
{
  if (map->used * 2 >= map->room)
    map_rehash (map);
  struct map_entry *entry = map_probe (map, a, b);
  if (!entry->used)
    {
      *entry = (struct map_entry) { a, b, MAP_NONE, 1 };
      map->used++;
    }
  return &entry->value;
}

void
map_free (struct map *map)
{
  free (map->entries);
  memset (map, 0, sizeof *map);
}

/* Names of C++ have hundreds of bytes: eight at a time.  */

static uint64_t
dict_hash (const char *text)
{
  size_t length = strlen (text);
  uint64_t hash = length;
  uint64_t word;
  for (; length >= sizeof word; length -= sizeof word, text += sizeof word)
    {
      memcpy (&word, text, sizeof word);
      hash = (hash ^ word) * UINT64_C (0x9e3779b97f4a7c15);
      hash ^= hash >> 29;
    }
  word = 0;
  memcpy (&word, text, length);
  return map_mix (hash ^ word);
}

static struct dict_entry *
dict_probe (const struct dict *dict, const char *text, uint64_t hash)
{
  size_t mask = dict->room - 1;
  size_t i = hash & mask;
  while (dict->entries[i].text
	 && (dict->entries[i].hash != hash
	     || strcmp (dict->entries[i].text, text) != 0))
    i = (i + 1) & mask;
  return &dict->entries[i];
}

void
dict_reserve (struct dict *dict, size_t count)
{
  dict->room = 64;
  while (dict->room < 2 * count)
    dict->room *= 2;
  dict->entries = mem_alloc (dict->room, sizeof *dict->entries);
}

uint32_t
dict_find (const struct dict *dict, const char *text)
{
  if (!dict->room)
    return MAP_NONE;
  struct dict_entry *entry = dict_probe (dict, text, dict_hash (text));
  return entry->text ? entry->value : MAP_NONE;
}

uint32_t *
dict_place (struct dict *dict, const char *text)
{
  if (dict->used * 2 >= dict->room)
    {
      struct dict old = *dict;
      dict->room = old.room ? old.room * 2 : 64;
      dict->entries = mem_alloc (dict->room, sizeof *dict->entries);
      for (size_t i = 0; i < old.room; i++)
	if (old.entries[i].text)
	  *dict_probe (dict, old.entries[i].text, old.entries[i].hash)
	    = old.entries[i];
      free (old.entries);
    }
  uint64_t hash = dict_hash (text);
  struct dict_entry *entry = dict_probe (dict, text, hash);
  if (!entry->text)
    {
      *entry = (struct dict_entry) { text, hash, MAP_NONE };
      dict->used++;
    }
  return &entry->value;
}

void
dict_free (struct dict *dict)
{
  free (dict->entries);
  memset (dict, 0, sizeof *dict);
}
