/* Memory: arrays that grow, and arenas that are freed at once.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/mem.h"
#include "base/diag.h"

#include <malloc.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Bytes of an arena's first block, unless it is made for one large piece; each
   further one is twice as large, up to the most.  */
#define ARENA_BLOCK 65536
#define ARENA_BLOCK_MOST ((size_t) 4 << 20)

/* From this on memory is worth huge pages, */
#define MEM_HUGE ((size_t) 2 << 20)

/* and from this on a mapping of its own.  */
#define MEM_MAPPED ((size_t) 1 << 20)

struct arena_block
{
  struct arena_block *previous;
  size_t used;
  size_t size;
  _Alignas (max_align_t) char bytes[];
};

void
mem_failed (void)
{
  diag_error (NULL, "out of memory");
  exit (1);
}

static void *
mem_check (void *memory)
{
  if (!memory)
    mem_failed ();
  return memory;
}

/* Have malloc make a mapping of each large piece, always.  Left alone it
   moves the limit up to 32 MB with each piece that is freed; then what grows
   is copied, not mapped elsewhere, and what is to be zero is cleared
   again.  */

static void
mem_start (void)
{
#ifdef M_MMAP_THRESHOLD
  static bool started;
  if (!started)
    {
      started = true;
      mallopt (M_MMAP_THRESHOLD, MEM_MAPPED);
    }
#endif
}

/* Let MEMORY, SIZE bytes, be made of huge pages if it is large: tables that
   are looked up at random cost a miss of the TLB less each time.  A system
   that has none goes on without.  The pages at both ends belong to it, too: a
   mapping of two kinds cannot be moved as one, so it would be copied when it
   grows.  */

static void *
mem_advise (void *memory, size_t size)
{
#ifdef MADV_HUGEPAGE
  if (size >= MEM_HUGE)
    {
      uintptr_t page = (uintptr_t) sysconf (_SC_PAGESIZE);
      uintptr_t begin = (uintptr_t) memory & -page;
      uintptr_t end = ((uintptr_t) memory + size + page - 1) & -page;
      madvise ((void *) begin, end - begin, MADV_HUGEPAGE);
    }
#endif
  return memory;
}

void *
mem_alloc (size_t count, size_t size)
{
  mem_start ();
  void *memory = mem_check (calloc (count ? count : 1, size));
  return mem_advise (memory, count * size);
}

void *
mem_enlarge (void *array, size_t *room, size_t need, size_t size)
{
  size_t more = *room ? *room * 2 : 64;
  if (more < need)
    more = need;
  mem_start ();
  *room = more;
  void *memory = mem_check (more > SIZE_MAX / 2 / size
			    ? NULL : realloc (array, more * size));
  return mem_advise (memory, more * size);
}

void *
arena_take (struct arena *arena, size_t size)
{
  size_t align = _Alignof (max_align_t);
  size = (size + align - 1) / align * align;
  struct arena_block *block = arena->last;
  if (!block || size > block->size - block->used)
    {
      size_t bytes = !block ? ARENA_BLOCK
	: 2 * block->size < ARENA_BLOCK_MOST ? 2 * block->size
	: ARENA_BLOCK_MOST;
      if (bytes < size)
	bytes = size;
      block = mem_alloc (1, sizeof *block + bytes);
      block->size = bytes;
      block->previous = arena->last;
      arena->last = block;
    }
  void *taken = block->bytes + block->used;
  block->used += size;
  return taken;
}

char *
arena_copy (struct arena *arena, const char *text, size_t length)
{
  char *copy = arena_take (arena, length + 1);
  memcpy (copy, text, length);
  return copy;
}

char *
arena_string (struct arena *arena, const char *text)
{
  return arena_copy (arena, text, strlen (text));
}

char *
arena_format (struct arena *arena, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  int length = vsnprintf (NULL, 0, format, arguments);
  va_end (arguments);
  if (length < 0)
    length = 0;
  char *text = arena_take (arena, (size_t) length + 1);
  va_start (arguments, format);
  vsnprintf (text, (size_t) length + 1, format, arguments);
  va_end (arguments);
  return text;
}

void
arena_free (struct arena *arena)
{
  while (arena->last)
    {
      struct arena_block *block = arena->last;
      arena->last = block->previous;
      free (block);
    }
}
