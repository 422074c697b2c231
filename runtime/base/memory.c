/* Memory of the runtime's own, without malloc, and arrays that grow.

   SPDX-License-Identifier: MIT  */

#include "base/memory.h"

#include <unistd.h>

#include "base/sys.h"

#define ARENA 65536

static char *arena;
static size_t arena_left;

size_t
cgrt_memory_page (void)
{
  static size_t page;
  if (!page)
    page = (size_t) sysconf (_SC_PAGESIZE);
  return page;
}

void *
cgrt_memory_map (size_t size)
{
  int error;
  return sys_mmap (NULL, size, PROT_READ | PROT_WRITE,
		   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0,
		   &error);
}

void
cgrt_memory_unmap (void *memory, size_t size)
{
  if (memory)
    sys_munmap (memory, size);
}

void *
cgrt_memory_allocate (size_t size)
{
  void *result;

  size = (size + 15) & ~(size_t) 15;
  if (size > ARENA / 4)
    return cgrt_memory_map (size);
  if (size > arena_left)
    {
      char *fresh = cgrt_memory_map (ARENA);
      if (!fresh)
	return NULL;
      arena = fresh;
      arena_left = ARENA;
    }
  result = arena;
  arena += size;
  arena_left -= size;
  return result;
}

/* Set *CHUNK and *OFFSET to where element INDEX is.  */

static void
locate (size_t index, unsigned *chunk, size_t *offset)
{
  unsigned long long place = (unsigned long long) index + 1;
  *chunk = 63 - (unsigned) __builtin_clzll (place);
  *offset = (size_t) (place - (1ull << *chunk));
}

void *
cgrt_vector_at (const struct cgrt_vector *vector, size_t index, size_t size)
{
  unsigned chunk;
  size_t offset;
  char *elements;

  locate (index, &chunk, &offset);
  if (chunk >= CGRT_VECTOR_CHUNKS)
    return NULL;
  elements = __atomic_load_n (&vector->chunks[chunk], __ATOMIC_ACQUIRE);
  return elements ? elements + offset * size : NULL;
}

void *
cgrt_vector_make (struct cgrt_vector *vector, size_t index, size_t size)
{
  unsigned chunk;
  size_t offset;

  locate (index, &chunk, &offset);
  if (chunk >= CGRT_VECTOR_CHUNKS)
    return NULL;
  if (!vector->chunks[chunk])
    {
      void *fresh = cgrt_memory_allocate (((size_t) 1 << chunk) * size);
      if (!fresh)
	return NULL;
      __atomic_store_n (&vector->chunks[chunk], fresh, __ATOMIC_RELEASE);
    }
  return cgrt_vector_at (vector, index, size);
}
