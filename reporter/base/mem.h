/* Memory: arrays that grow, and arenas that are freed at once.

   Nothing here returns NULL: when there is no memory, one line is printed
   and the program exits with status 1.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_BASE_MEM_H
#define CGPROF_BASE_MEM_H

#include <stddef.h>

/* Say that there is no memory, and exit.  */
void mem_failed (void) __attribute__ ((__noreturn__));

/* COUNT zeroed elements of SIZE bytes.  To be freed.  */
void *mem_alloc (size_t count, size_t size);

/* Make ARRAY, which has room for *ROOM elements of SIZE bytes, hold NEED
   of them, at least doubling it; return where it is now.  */
void *mem_grow (void *array, size_t *room, size_t need, size_t size);

struct arena
{
  struct arena_block *last;
};

/* SIZE zeroed bytes, aligned for anything, valid until ARENA is freed.  */
void *arena_take (struct arena *arena, size_t size);

/* A copy of the LENGTH bytes at TEXT, with a NUL after them.  */
char *arena_copy (struct arena *arena, const char *text, size_t length);

/* A copy of the string TEXT.  */
char *arena_string (struct arena *arena, const char *text);

/* What printf would print.  */
char *arena_format (struct arena *arena, const char *format, ...)
  __attribute__ ((__format__ (__printf__, 2, 3)));

void arena_free (struct arena *arena);

#endif /* CGPROF_BASE_MEM_H */
