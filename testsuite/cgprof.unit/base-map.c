/* Area:    reporter, base/map
   Purpose: pairs and strings are found again, also after the tables grew.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/map.h"
#include "check.h"

int
main (void)
{
  struct map map = { 0 };
  CHECK (map_find (&map, 1, 2) == MAP_NONE);
  for (uint32_t i = 0; i < 10000; i++)
    {
      uint32_t *place = map_place (&map, i, ~(uint64_t) i);
      CHECK (*place == MAP_NONE);
      *place = i;
    }
  for (uint32_t i = 0; i < 10000; i++)
    {
      CHECK (map_find (&map, i, ~(uint64_t) i) == i);
      CHECK (map_find (&map, ~(uint64_t) i, i) == MAP_NONE);
    }
  CHECK (*map_place (&map, 7, ~(uint64_t) 7) == 7);
  CHECK (map.used == 10000);
  map_free (&map);

  static char names[1000][8];
  struct dict dict = { 0 };
  CHECK (dict_find (&dict, "") == MAP_NONE);
  for (uint32_t i = 0; i < 1000; i++)
    {
      snprintf (names[i], sizeof names[i], "f%u", (unsigned) i);
      uint32_t *place = dict_place (&dict, names[i]);
      CHECK (*place == MAP_NONE);
      *place = i;
    }
  char other[] = "f999";
  CHECK (dict_find (&dict, other) == 999);
  CHECK (*dict_place (&dict, other) == 999);
  CHECK (dict_find (&dict, "f") == MAP_NONE);
  CHECK (dict_find (&dict, "f1000") == MAP_NONE);
  dict_free (&dict);
  return check_end ();
}
