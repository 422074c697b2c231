/* Area:    reporter, base/mem
   Purpose: arrays grow and keep what they have; an arena's pieces are zeroed,
	    aligned and apart; no memory ends the program.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/mem.h"
#include "check.h"

#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static bool
all_zero (const char *bytes, size_t size)
{
  for (size_t i = 0; i < size; i++)
    if (bytes[i] != 0)
      return false;
  return true;
}

/* Make free memory that is not zero, of SIZE bytes.  */
static void
soil (size_t size)
{
  char *memory = malloc (size);
  memset (memory, 0xff, size);
  __asm__ volatile ("" : : "r" (memory) : "memory");
  free (memory);
}

static void
test_alloc (void)
{
  soil (1000);
  char *bytes = mem_alloc (250, 4);
  CHECK (all_zero (bytes, 1000));
  free (bytes);
  void *none = mem_alloc (0, 8);
  CHECK (none != NULL);
  free (none);
}

static void
test_grow (void)
{
  size_t room = 0;
  uint32_t *array = NULL;
  for (uint32_t i = 0; i < 100000; i++)
    {
      size_t before = room;
      uint32_t *old = array;
      array = mem_grow (array, &room, i + 1, sizeof *array);
      CHECK (room > i);
      if (before > i)
	CHECK (room == before && array == old);
      else
	CHECK (room >= 2 * before);
      array[i] = ~i;
    }
  for (uint32_t i = 0; i < 100000; i++)
    CHECK (array[i] == ~i);
  array = mem_grow (array, &room, 1000000, sizeof *array);
  CHECK (room >= 1000000 && array[99999] == ~(uint32_t) 99999);
  free (array);
}

static void
test_arena (void)
{
  struct arena arena = { 0 };
  arena_free (&arena);

  static char *pieces[2000];
  soil (65536);
  for (size_t i = 0; i < 2000; i++)
    {
      size_t size = i == 1000 ? 10000000 : i % 300;
      pieces[i] = arena_take (&arena, size);
      CHECK ((uintptr_t) pieces[i] % alignof (max_align_t) == 0);
      CHECK (all_zero (pieces[i], size));
      memset (pieces[i], (char) i | 1, size);
    }
  for (size_t i = 0; i < 2000; i++)
    {
      size_t size = i == 1000 ? 10000000 : i % 300;
      bool kept = true;
      for (size_t k = 0; k < size; k++)
	kept &= pieces[i][k] == (char) ((char) i | 1);
      CHECK (kept);
    }

  char text[] = "abcdef";
  char *copy = arena_copy (&arena, text, 3);
  char *string = arena_string (&arena, text);
  char *formatted = arena_format (&arena, "%s-%d", text, 42);
  char *empty = arena_format (&arena, "%s", "");
  memset (text, 'x', 3);
  CHECK (strcmp (copy, "abc") == 0);
  CHECK (strcmp (string, "abcdef") == 0);
  CHECK (strcmp (formatted, "abcdef-42") == 0);
  CHECK (*empty == '\0');
  arena_free (&arena);
  CHECK (arena.last == NULL);
}

/* The number of bytes is 8 more than a size_t holds.  */
static void
grow_beyond (void)
{
  size_t room = 0;
  mem_grow (NULL, &room, SIZE_MAX / 8 + 2, 8);
}

static void
alloc_beyond (void)
{
  mem_alloc (SIZE_MAX / 2, 1);
}

static int status;

static void
grow_in_child (void)
{
  status = check_child (grow_beyond);
}

static void
alloc_in_child (void)
{
  status = check_child (alloc_beyond);
}

int
main (void)
{
  test_alloc ();
  test_grow ();
  test_arena ();
  CHECK (strcmp (check_says (grow_in_child), "cgprof: out of memory\n") == 0);
  CHECK (status == 1);
  status = 0;
  CHECK (strcmp (check_says (alloc_in_child), "cgprof: out of memory\n") == 0);
  CHECK (status == 1);
  return check_end ();
}
