/* The region: the addresses that the profile lies in.

   SPDX-License-Identifier: MIT  */

#include "file/region.h"

#include <sys/auxv.h>
#include <sys/resource.h>

#include "base/arch.h"
#include "base/memory.h"
#include "base/sys.h"

#define MIB ((uint64_t) 1024 * 1024)
#define GIB (1024 * MIB)

unsigned char *cgrt_file_base;
uint64_t cgrt_file_reserved;

/* Behind the region's end, addresses are taken as they are needed.  */
static int shrunk;

uint64_t
cgrt_page_down (uint64_t value)
{
  return value & ~((uint64_t) cgrt_memory_page () - 1);
}

uint64_t
cgrt_page_up (uint64_t value)
{
  return cgrt_page_down (value + cgrt_memory_page () - 1);
}

/* Whether the program has locked what is mapped from now on, as the mapping at
   WHERE of LENGTH bytes, which nobody has touched, shows: of locked pages none
   can be given up.  */

static int
is_locked (void *where, uint64_t length)
{
  return sys (SYS_madvise, (long) where, (long) length, MADV_DONTNEED, 0, 0,
	      0) == -EINVAL;
}

/* Map SIZE bytes that nobody may touch at WHERE, or anywhere if that is NULL:
   addresses for the region.  Return where they are, or NULL and set *ERROR to
   an errno.  */

static unsigned char *
take_addresses (unsigned char *where, uint64_t size, int *error)
{
  unsigned char *got
    = sys_mmap (where, size, PROT_NONE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
		| (where ? MAP_FIXED_NOREPLACE : 0), -1, 0, error);

  /* Older kernels take the address for a hint.  */
  if (got && where && got != where)
    {
      sys_munmap (got, size);
      *error = ENOMEM;
      return NULL;
    }
  return got;
}

/* Return where SIZE bytes lie above all but the main stack, which can grow by
   its limit then, or by a GiB.  */

static unsigned char *
below_stack (uint64_t size)
{
  uint64_t stack = getauxval (AT_RANDOM);	/* Among its first bytes.  */
  uint64_t room = sys_limit (RLIMIT_STACK);
  room = size + MIB + (room < GIB ? room : GIB);
  return (unsigned char *) (uintptr_t)
	 cgrt_page_down (stack < room ? cgrt_memory_page () : stack - room);
}

/* Reserve the region, of MOST bytes or as many as there are: anywhere or, if
   HIGH is set, below the stack.  Return 0 or an errno.  */

static int
reserve_most (uint64_t most, int high)
{
  int error = ENOMEM;

  for (uint64_t size = most; size >= MIB && error; size /= 2)
    {
      unsigned char *got
	= take_addresses (high ? below_stack (size) : NULL, size, &error);
      if (error)
	continue;
      cgrt_file_base = got;
      cgrt_file_reserved = size;
    }
  return error;
}

/* A limit on address space is the program's: take a sixteenth of it at most.
   The distances of a program that lies above are negative; where no thread can
   be given such, the region lies above it.  */

int
cgrt_region_reserve (void)
{
  uint64_t most = sizeof (void *) == 8 ? 64 * GIB : 256 * MIB;
  uint64_t limit = sys_limit (RLIMIT_AS);
  int error;

  while (most > MIB && limit != UINT64_MAX && most > limit / 16)
    most /= 2;
  error = reserve_most (most, 0);
  if (error)
    return error;
  if ((uintptr_t) cgrt_file_base < getauxval (AT_PHDR)
      && !arch_segment_is_quick ())
    {
      unsigned char *low = cgrt_file_base;
      uint64_t size = cgrt_file_reserved;
      if (!reserve_most (most, 1))
	sys_munmap (low, size);
    }
  shrunk = is_locked (cgrt_file_base, cgrt_file_reserved);
  if (shrunk)
    sys_unlock (cgrt_file_base, cgrt_file_reserved);
  return 0;
}

int
cgrt_region_reach (uint64_t end)
{
  uint64_t more = end > cgrt_file_reserved ? end - cgrt_file_reserved : 0;
  unsigned char *got;
  int error;

  if (!more)
    return 0;
  if (!shrunk)
    return ENOMEM;
  got = take_addresses (cgrt_file_base + cgrt_file_reserved, more, &error);
  if (error)
    return error;
  sys_unlock (got, more);
  cgrt_file_reserved = end;
  return 0;
}

void
cgrt_region_shrink (uint64_t end)
{
  sys_munmap (cgrt_file_base + end, cgrt_file_reserved - end);
  sys_unlock (cgrt_file_base, end);
  cgrt_file_reserved = end;
  shrunk = 1;
}

int
cgrt_region_is_shrunk (void)
{
  return shrunk;
}

int
cgrt_region_map_memory (uint64_t from, uint64_t length)
{
  int error;
  sys_mmap (cgrt_file_base + from, length, PROT_READ | PROT_WRITE,
	    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0,
	    &error);
  return error;
}

int
cgrt_region_move (void *mapping, uint64_t length, void *where)
{
  long result = sys (SYS_mremap, (long) mapping, (long) length,
		     (long) length, MREMAP_MAYMOVE | MREMAP_FIXED,
		     (long) where, 0);
  return result < 0 && result > -4096 ? (int) -result : 0;
}

void
cgrt_region_empty (uint64_t from, uint64_t to)
{
  int error;
  if (from < to)
    sys_mmap (cgrt_file_base + from, to - from, PROT_NONE,
	      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0,
	      &error);
}
