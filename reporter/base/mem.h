/* Memory: arrays that grow, and arenas that are freed at once.

   Nothing here returns NULL: when there is no memory, one line is printed
   and the program exits with status 1.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_BASE_MEM_H
#define CGPROF_BASE_MEM_H

#include <stddef.h>

/* Say that there is no memory, and exit.  */
void mem_failed (void) __attribute__ ((__noreturn__));

/* Return COUNT zeroed elements of SIZE bytes each, for free.  */
void *mem_alloc (size_t count, size_t size);

/* What mem_grow does where there is not enough room.  */
void *mem_enlarge (void *array, size_t *room, size_t need, size_t size);

/* Make ARRAY, allocated with room for *ROOM elements of SIZE bytes each (or
   NULL and 0), large enough for NEED of them: if it is not, it grows to at
   least twice its size and *ROOM is set.  Return where it is now.  */
static inline void *
mem_grow (void *array, size_t *room, size_t need, size_t size)
{
  return need <= *room ? array : mem_enlarge (array, room, need, size);
}

/* Memory that is freed all at once.  A zeroed struct is an empty arena.  */
struct arena
{
  struct arena_block *last;
};

/* Return SIZE zeroed bytes of ARENA, aligned for any type.  Like what the
   following functions return they are valid until ARENA is freed.  */
void *arena_take (struct arena *arena, size_t size);

/* Return a copy of the LENGTH bytes at TEXT with a NUL behind them.  */
char *arena_copy (struct arena *arena, const char *text, size_t length);

/* Return a copy of the string TEXT.  */
char *arena_string (struct arena *arena, const char *text);

/* Return what printf would print.  */
char *arena_format (struct arena *arena, const char *format, ...)
  __attribute__ ((__format__ (__printf__, 2, 3)));

void arena_free (struct arena *arena);

#endif /* CGPROF_BASE_MEM_H */
