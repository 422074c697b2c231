/* Area:    plugin, reporter: bytes at call sites
   Purpose: requests that no address space can hold add nothing, one of them and
	    100 bytes in each of the functions; what may succeed adds what was
	    asked for, even if it fails.  */

#include <stdint.h>
#include <stdlib.h>

#define NOINLINE __attribute__ ((noipa))

static volatile long minus = -1;

NOINLINE __attribute__ ((alloc_size (1))) void *
own (int size)
{
  return size < 0 ? NULL : malloc (size);
}

NOINLINE __attribute__ ((access (write_only, 1, 2))) int
fill (char *where, long size)
{
  for (long i = 0; i < size; i++)
    where[i] = 1;
  return size < 0;
}

NOINLINE void *
by_size (size_t size)
{
  return malloc (size);
}

NOINLINE void *
by_int (int size)
{
  return own (size);
}

NOINLINE void *
by_product (size_t count, size_t size)
{
  return calloc (count, size);
}

NOINLINE void *
by_factor (size_t count)
{
  return calloc (count, 20);
}

NOINLINE void *
by_constant (void *block)
{
  return realloc (block, PTRDIFF_MAX);
}

NOINLINE int
by_access (char *where, long size)
{
  return fill (where, size);
}

/* Not more than an address space can hold, which the compiler knows.  */

NOINLINE void *
by_narrow (unsigned size)
{
  return malloc (size);
}

int
main (void)
{
  char text[100];
  free (by_size (minus));
  free (by_size ((size_t) 1 << 60));
  free (by_size (100));
  free (by_int (minus));
  free (by_int (100));
  free (by_product (minus, minus));
  free (by_product ((size_t) 1 << 33, (size_t) 1 << 33));
  free (by_product ((size_t) 1 << 32, ((size_t) 1 << 32) + 1));
  free (by_product (10, minus));
  free (by_product ((size_t) 1 << 27, (size_t) 1 << 28));
  free (by_product (10, 10));
  free (by_factor (minus));
  free (by_factor ((size_t) minus / 20 + 2));
  free (by_factor (5));
  free (by_constant (NULL));
  by_access (text, minus);
  by_access (text, 100);
  free (by_narrow (100));
  return by_narrow (minus) == text;
}
