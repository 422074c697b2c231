/* Measuring what operations cost.

   Each operation is repeated until a few milliseconds are gone, and the
   fastest of several rounds counts: whatever disturbs a round makes it
   slower.  The compiler must neither leave out nor combine what is
   measured, hence the empty assembler statements.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "advise/calibrate/costs.h"

#include "base/mem.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define ROUNDS 5
#define ROUND_NS 2.5e6

#define OPAQUE(x) COSTS_OPAQUE (x)

static double
measure_now (void)
{
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1e9 + now.tv_nsec;
}

double
costs_time (costs_function *run)
{
  size_t times = 1;
  double took;
  for (;;)
    {
      double begin = measure_now ();
      run (times);
      took = measure_now () - begin;
      if (took >= ROUND_NS / 4 || times > SIZE_MAX / 8)
	break;
      times *= took > ROUND_NS / 64 ? 2 : 8;
    }
  double best = took / times;
  for (int i = 1; i < ROUNDS; i++)
    {
      double begin = measure_now ();
      run (times);
      took = (measure_now () - begin) / times;
      if (took < best)
	best = took;
    }
  return best;
}

static unsigned sink;

/* What small functions do: look something up after a check.  */

struct box
{
  const unsigned *data;
  unsigned size;
};

static unsigned box_data[256];
static const struct box box = { box_data, 256 };

static inline unsigned
look (const struct box *in, unsigned i)
{
  return i < in->size ? in->data[i] : 0;
}

static unsigned __attribute__ ((noinline, noclone))
look_called (const struct box *in, unsigned i)
{
  __asm__ volatile ("");
  return look (in, i);
}

static unsigned (*volatile look_pointer) (const struct box *, unsigned)
  = look_called;

static void
run_inline (size_t times)
{
  unsigned x = sink;
  for (; times > 0; times--)
    {
      x += look (&box, times & 255);
      OPAQUE (x);
    }
  sink = x;
}

static void
run_call (size_t times)
{
  unsigned x = sink;
  for (; times > 0; times--)
    {
      x += look_called (&box, times & 255);
      OPAQUE (x);
    }
  sink = x;
}

static void
run_indirect (size_t times)
{
  unsigned x = sink;
  for (; times > 0; times--)
    {
      x += look_pointer (&box, times & 255);
      OPAQUE (x);
    }
  sink = x;
}

static void
run_guard (size_t times)
{
  unsigned x = sink;
  for (; times > 0; times--)
    {
      unsigned (*function) (const struct box *, unsigned) = look_pointer;
      x += function == look_called ? look (&box, times & 255)
				   : function (&box, times & 255);
      OPAQUE (x);
    }
  sink = x;
}

static void
allocate (size_t times, size_t size)
{
  for (; times > 0; times--)
    {
      char *p = malloc (size);
      OPAQUE (p);
      free (p);
    }
}

static void
run_allocate (size_t times)
{
  allocate (times, 32);
}

static void
run_allocate_large (size_t times)
{
  allocate (times, 4096);
}

static void
run_realloc (size_t times)
{
  size_t size = 64;
  char *p = malloc (4096);
  for (; times > 0; times--)
    {
      size = size == 64 ? 72 : 64;
      char *q = realloc (p, size);
      if (q)
	p = q;
      OPAQUE (p);
    }
  free (p);
}

#define NEAR_SIZE 4096
#define SHIFT_SIZE (1 << 20)
#define CLEAR_SIZE (64 << 10)
#define FAR_SIZE (4 << 20)
static char *from, *to;		/* FAR_SIZE bytes each.  */

static void
run_copy (size_t times)
{
  for (; times > 0; times--)
    {
      memcpy (to, from, NEAR_SIZE);
      OPAQUE (to);
    }
}

static void
run_copy_far (size_t times)
{
  for (; times > 0; times--)
    {
      memcpy (to, from, FAR_SIZE);
      OPAQUE (to);
    }
}

static void
run_shift (size_t times)
{
  for (; times > 0; times--)
    {
      memmove (to + 64, to, SHIFT_SIZE);
      OPAQUE (to);
    }
}

static void
run_clear (size_t times)
{
  for (; times > 0; times--)
    {
      memset (to, 0, CLEAR_SIZE);
      OPAQUE (to);
    }
}

static void
scan (size_t times, const char *text)
{
  for (; times > 0; times--)
    {
      OPAQUE (text);
      sink += strlen (text);
    }
}

static void
run_strlen (size_t times)
{
  scan (times, "12345678");
}

static void
run_strlen_long (size_t times)
{
  scan (times, from);
}

static void
run_strcmp (size_t times)
{
  char one[] = "12345678";
  const char *p = one;
  const char *q = "12345678";
  for (; times > 0; times--)
    {
      OPAQUE (p);
      OPAQUE (q);
      sink += strcmp (p, q);
    }
}

static void
run_getenv (size_t times)
{
  for (; times > 0; times--)
    {
      char *value = getenv ("CGPROF_NO_SUCH_VARIABLE");
      OPAQUE (value);
    }
}

static void
run_number (size_t times)
{
  const char *text = "1234";
  for (; times > 0; times--)
    {
      OPAQUE (text);
      sink += atoi (text);
    }
}

static FILE *null_file;
static int zero_file = -1;

static void
run_putc (size_t times)
{
  for (; null_file && times > 0; times--)
    putc ('x', null_file);
}

static void
run_putc_unlocked (size_t times)
{
  for (; null_file && times > 0; times--)
    putc_unlocked ('x', null_file);
}

static void
run_read (size_t times)
{
  char c;
  for (; times > 0; times--)
    if (read (zero_file, &c, 1) < 0)
      return;
}

#define SORT_SIZE 1024
static unsigned sort_from[SORT_SIZE];
static unsigned sort_array[SORT_SIZE];
static size_t sort_comparisons;

static int
sort_compare (const void *a, const void *b)
{
  unsigned x = *(const unsigned *) a;
  unsigned y = *(const unsigned *) b;
  sort_comparisons++;
  return x < y ? -1 : x > y;
}

static void
run_sort (size_t times)
{
  sort_comparisons = 0;
  for (size_t i = times; i > 0; i--)
    {
      memcpy (sort_array, sort_from, sizeof sort_from);
      qsort (sort_array, SORT_SIZE, sizeof *sort_array, sort_compare);
    }
  sort_comparisons /= times;
}

/* The same by merging, as qsort does it, with the comparison inline.  */

static void
run_sort_inline (size_t times)
{
  static unsigned other[SORT_SIZE];
  for (; times > 0; times--)
    {
      memcpy (sort_array, sort_from, sizeof sort_from);
      for (size_t width = 1; width < SORT_SIZE; width *= 2)
	{
	  for (size_t i = 0; i < SORT_SIZE; i += 2 * width)
	    {
	      size_t a = i, b = i + width;
	      for (size_t k = i; k < i + 2 * width; k++)
		other[k] = b >= i + 2 * width
			   || (a < i + width
			       && sort_array[a] <= sort_array[b])
			   ? sort_array[a++] : sort_array[b++];
	    }
	  memcpy (sort_array, other, sizeof other);
	}
    }
}

static double
at_least_0 (double ns)
{
  return ns > 0 ? ns : 0;
}

static void
measure_files (struct costs *costs)
{
  null_file = fopen ("/dev/null", "w");
  zero_file = open ("/dev/zero", O_RDONLY | O_CLOEXEC);
  costs->ns[COST_PUTC] = costs_time (run_putc);
  costs->ns[COST_PUTC_UNLOCKED] = costs_time (run_putc_unlocked);
  costs->ns[COST_READ] = costs_time (run_read);
  if (null_file)
    fclose (null_file);
  if (zero_file >= 0)
    close (zero_file);
}

static void
measure_sort (struct costs *costs)
{
  unsigned random = 1;
  for (size_t i = 0; i < SORT_SIZE; i++)
    sort_from[i] = random = random * 1103515245 + 12345;
  double called = costs_time (run_sort);
  double comparisons = sort_comparisons;
  costs->ns[COST_SORT]
    = at_least_0 ((called - costs_time (run_sort_inline)) / comparisons);
}

void
costs_measure (struct costs *costs)
{
  from = mem_alloc (FAR_SIZE, 1);
  to = mem_alloc (FAR_SIZE, 1);
  memset (from, 'x', FAR_SIZE);
  memset (to, 'y', FAR_SIZE);

  double plain = costs_time (run_inline);
  costs->ns[COST_CALL] = at_least_0 (costs_time (run_call) - plain);
  costs->ns[COST_INDIRECT] = at_least_0 (costs_time (run_indirect) - plain);
  costs->ns[COST_GUARD] = at_least_0 (costs_time (run_guard) - plain);
  costs->ns[COST_ALLOCATE] = costs_time (run_allocate);
  costs->ns[COST_ALLOCATE_LARGE] = costs_time (run_allocate_large);
  costs->ns[COST_REALLOC] = costs_time (run_realloc);
  costs->ns[COST_COPY_BYTE] = costs_time (run_copy) / NEAR_SIZE;
  costs->ns[COST_COPY_FAR_BYTE] = costs_time (run_copy_far) / FAR_SIZE;
  costs->ns[COST_SHIFT_BYTE] = costs_time (run_shift) / SHIFT_SIZE;
  costs->ns[COST_CLEAR_BYTE] = costs_time (run_clear) / CLEAR_SIZE;

  costs->ns[COST_STRLEN] = costs_time (run_strlen);
  from[NEAR_SIZE - 1] = '\0';
  costs->ns[COST_STRLEN_BYTE] = costs_time (run_strlen_long) / NEAR_SIZE;
  costs->ns[COST_STRCMP] = costs_time (run_strcmp);
  costs->ns[COST_GETENV] = costs_time (run_getenv);
  costs->ns[COST_NUMBER] = costs_time (run_number);
  measure_files (costs);
  measure_sort (costs);
  costs_measure_containers (costs);
  costs_measure_text (costs);
  free (from);
  free (to);
}
