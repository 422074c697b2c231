/* Measuring what operations cost.

   Each operation is repeated until a few milliseconds are gone, and the
   fastest of several rounds counts: whatever disturbs a round makes it
   slower.  The compiler must neither leave out nor combine what is
   measured, hence the empty assembler statements.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "advise/calibrate/calibrate.h"
#include "advise/calibrate/measure.h"

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

#define OPAQUE(x) MEASURE_OPAQUE (x)

static double
measure_now (void)
{
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1e9 + now.tv_nsec;
}

double
measure_time (measure_function *run, void *closure)
{
  size_t times = 1;
  double took;
  for (;;)
    {
      double begin = measure_now ();
      run (closure, times);
      took = measure_now () - begin;
      if (took >= ROUND_NS / 4 || times > SIZE_MAX / 8)
	break;
      times *= took > ROUND_NS / 64 ? 2 : 8;
    }
  double best = took / times;
  for (int i = 1; i < ROUNDS; i++)
    {
      double begin = measure_now ();
      run (closure, times);
      took = (measure_now () - begin) / times;
      if (took < best)
	best = took;
    }
  return best;
}

#define SORT_SIZE 1024

/* What small functions do: look something up after a check.  */

struct box
{
  const unsigned *data;
  unsigned size;
};

/* Not the same everywhere, or it would be a constant.  */
static const unsigned box_data[256] = { 1 };
static const struct box box = { box_data, 256 };

typedef unsigned look_function (const struct box *in, unsigned i);

/* What is measured, and what that needs.  */
struct operations
{
  unsigned sink;
  look_function *volatile look;
  char *from, *to;		/* FAR_SIZE bytes each.  */
  FILE *null_file;
  int zero_file;
  unsigned sort_from[SORT_SIZE];
  unsigned sort_array[SORT_SIZE];
  unsigned sort_other[SORT_SIZE];
  size_t sort_comparisons;
};

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

static void
run_inline (void *closure, size_t times)
{
  struct operations *all = closure;
  unsigned x = all->sink;
  for (; times > 0; times--)
    {
      x += look (&box, times & 255);
      OPAQUE (x);
    }
  all->sink = x;
}

static void
run_call (void *closure, size_t times)
{
  struct operations *all = closure;
  unsigned x = all->sink;
  for (; times > 0; times--)
    {
      x += look_called (&box, times & 255);
      OPAQUE (x);
    }
  all->sink = x;
}

static void
run_indirect (void *closure, size_t times)
{
  struct operations *all = closure;
  unsigned x = all->sink;
  for (; times > 0; times--)
    {
      x += all->look (&box, times & 255);
      OPAQUE (x);
    }
  all->sink = x;
}

static void
run_guard (void *closure, size_t times)
{
  struct operations *all = closure;
  unsigned x = all->sink;
  for (; times > 0; times--)
    {
      look_function *function = all->look;
      x += function == look_called ? look (&box, times & 255)
				   : function (&box, times & 255);
      OPAQUE (x);
    }
  all->sink = x;
}

/* Tests that are always passed.  The compiler is told so or the opposite: then
   what follows each is elsewhere, and there is a jump there and one back.  */

#define TESTS 16
#define ALL(test, likely)						\
  do									\
    {									\
      test (likely) test (likely) test (likely) test (likely)		\
      test (likely) test (likely) test (likely) test (likely)		\
      test (likely) test (likely) test (likely) test (likely)		\
      test (likely) test (likely) test (likely) test (likely)		\
    }									\
  while (0)
#define TEST(likely)							\
  OPAQUE (passed);							\
  if (__builtin_expect (passed != 0, likely))				\
    {									\
      x += 3;								\
      OPAQUE (x);							\
    }

static void
run_straight (void *closure, size_t times)
{
  struct operations *all = closure;
  unsigned x = all->sink, passed = 1;
  for (; times > 0; times--)
    ALL (TEST, 1);
  all->sink = x;
}

static void
run_jumps (void *closure, size_t times)
{
  struct operations *all = closure;
  unsigned x = all->sink, passed = 1;
  for (; times > 0; times--)
    ALL (TEST, 0);
  all->sink = x;
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
run_allocate (void *closure, size_t times)
{
  (void) closure;
  allocate (times, 32);
}

static void
run_allocate_large (void *closure, size_t times)
{
  (void) closure;
  allocate (times, 4096);
}

static void
run_realloc (void *closure, size_t times)
{
  (void) closure;
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

static void
run_copy (void *closure, size_t times)
{
  struct operations *all = closure;
  for (; times > 0; times--)
    {
      memcpy (all->to, all->from, NEAR_SIZE);
      OPAQUE (all->to);
    }
}

static void
run_copy_far (void *closure, size_t times)
{
  struct operations *all = closure;
  for (; times > 0; times--)
    {
      memcpy (all->to, all->from, FAR_SIZE);
      OPAQUE (all->to);
    }
}

static void
run_shift (void *closure, size_t times)
{
  struct operations *all = closure;
  for (; times > 0; times--)
    {
      memmove (all->to + 64, all->to, SHIFT_SIZE);
      OPAQUE (all->to);
    }
}

static void
run_clear (void *closure, size_t times)
{
  struct operations *all = closure;
  for (; times > 0; times--)
    {
      memset (all->to, 0, CLEAR_SIZE);
      OPAQUE (all->to);
    }
}

static void
scan (struct operations *all, size_t times, const char *text)
{
  for (; times > 0; times--)
    {
      OPAQUE (text);
      all->sink += strlen (text);
    }
}

static void
run_strlen (void *closure, size_t times)
{
  scan (closure, times, "12345678");
}

static void
run_strlen_long (void *closure, size_t times)
{
  struct operations *all = closure;
  scan (all, times, all->from);
}

static void
run_strcmp (void *closure, size_t times)
{
  struct operations *all = closure;
  char one[] = "12345678";
  const char *p = one;
  const char *q = "12345678";
  for (; times > 0; times--)
    {
      OPAQUE (p);
      OPAQUE (q);
      all->sink += strcmp (p, q);
    }
}

static void
run_getenv (void *closure, size_t times)
{
  (void) closure;
  for (; times > 0; times--)
    {
      char *value = getenv ("CGPROF_NO_SUCH_VARIABLE");
      OPAQUE (value);
    }
}

static void
run_number (void *closure, size_t times)
{
  struct operations *all = closure;
  const char *text = "1234";
  for (; times > 0; times--)
    {
      OPAQUE (text);
      all->sink += atoi (text);
    }
}

static void
run_putc (void *closure, size_t times)
{
  struct operations *all = closure;
  for (; all->null_file && times > 0; times--)
    putc ('x', all->null_file);
}

static void
run_putc_unlocked (void *closure, size_t times)
{
  struct operations *all = closure;
  for (; all->null_file && times > 0; times--)
    putc_unlocked ('x', all->null_file);
}

static void
run_read (void *closure, size_t times)
{
  struct operations *all = closure;
  char c;
  for (; times > 0; times--)
    if (read (all->zero_file, &c, 1) < 0)
      return;
}

static int
sort_compare (const void *a, const void *b, void *closure)
{
  unsigned x = *(const unsigned *) a;
  unsigned y = *(const unsigned *) b;
  ++*(size_t *) closure;
  return x < y ? -1 : x > y;
}

static void
run_sort (void *closure, size_t times)
{
  struct operations *all = closure;
  size_t comparisons = 0;
  for (size_t i = times; i > 0; i--)
    {
      memcpy (all->sort_array, all->sort_from, sizeof all->sort_from);
      qsort_r (all->sort_array, SORT_SIZE, sizeof *all->sort_array,
	       sort_compare, &comparisons);
    }
  all->sort_comparisons = comparisons / times;
}

/* The same by merging, as qsort does it, with the comparison inline.  */

static void
run_sort_inline (void *closure, size_t times)
{
  struct operations *all = closure;
  unsigned *array = all->sort_array;
  unsigned *other = all->sort_other;
  for (; times > 0; times--)
    {
      memcpy (array, all->sort_from, sizeof all->sort_from);
      for (size_t width = 1; width < SORT_SIZE; width *= 2)
	{
	  for (size_t i = 0; i < SORT_SIZE; i += 2 * width)
	    {
	      size_t a = i, b = i + width;
	      for (size_t k = i; k < i + 2 * width; k++)
		other[k] = b >= i + 2 * width
			   || (a < i + width
			       && array[a] <= array[b])
			   ? array[a++] : array[b++];
	    }
	  memcpy (array, other, sizeof all->sort_other);
	}
    }
}

static double
at_least_0 (double ns)
{
  return ns > 0 ? ns : 0;
}

static void
measure_files (struct operations *all, struct costs *costs)
{
  all->null_file = fopen ("/dev/null", "w");
  all->zero_file = open ("/dev/zero", O_RDONLY | O_CLOEXEC);
  costs->ns[COST_PUTC] = measure_time (run_putc, all);
  costs->ns[COST_PUTC_UNLOCKED] = measure_time (run_putc_unlocked, all);
  costs->ns[COST_READ] = measure_time (run_read, all);
  if (all->null_file)
    fclose (all->null_file);
  if (all->zero_file >= 0)
    close (all->zero_file);
}

static void
measure_sort (struct operations *all, struct costs *costs)
{
  unsigned random = 1;
  for (size_t i = 0; i < SORT_SIZE; i++)
    all->sort_from[i] = random = random * 1103515245 + 12345;
  double called = measure_time (run_sort, all);
  double comparisons = all->sort_comparisons;
  double merged = measure_time (run_sort_inline, all);
  costs->ns[COST_SORT] = at_least_0 ((called - merged) / comparisons);
}

void
calibrate_measure (struct costs *costs)
{
  struct operations *all = mem_alloc (1, sizeof *all);
  all->look = look_called;
  all->from = mem_alloc (FAR_SIZE, 1);
  all->to = mem_alloc (FAR_SIZE, 1);
  memset (all->from, 'x', FAR_SIZE);
  memset (all->to, 'y', FAR_SIZE);

  double plain = measure_time (run_inline, all);
  costs->ns[COST_CALL] = at_least_0 (measure_time (run_call, all) - plain);
  costs->ns[COST_INDIRECT]
    = at_least_0 (measure_time (run_indirect, all) - plain);
  costs->ns[COST_GUARD] = at_least_0 (measure_time (run_guard, all) - plain);
  costs->ns[COST_JUMP]
    = at_least_0 (measure_time (run_jumps, all)
		  - measure_time (run_straight, all)) / (2 * TESTS);
  costs->ns[COST_ALLOCATE] = measure_time (run_allocate, all);
  costs->ns[COST_ALLOCATE_LARGE] = measure_time (run_allocate_large, all);
  costs->ns[COST_REALLOC] = measure_time (run_realloc, all);
  costs->ns[COST_COPY_BYTE] = measure_time (run_copy, all) / NEAR_SIZE;
  costs->ns[COST_COPY_FAR_BYTE] = measure_time (run_copy_far, all) / FAR_SIZE;
  costs->ns[COST_SHIFT_BYTE] = measure_time (run_shift, all) / SHIFT_SIZE;
  costs->ns[COST_CLEAR_BYTE] = measure_time (run_clear, all) / CLEAR_SIZE;

  costs->ns[COST_STRLEN] = measure_time (run_strlen, all);
  all->from[NEAR_SIZE - 1] = '\0';
  costs->ns[COST_STRLEN_BYTE]
    = measure_time (run_strlen_long, all) / NEAR_SIZE;
  costs->ns[COST_STRCMP] = measure_time (run_strcmp, all);
  costs->ns[COST_GETENV] = measure_time (run_getenv, all);
  costs->ns[COST_NUMBER] = measure_time (run_number, all);
  measure_files (all, costs);
  measure_sort (all, costs);
  measure_containers (costs);
  measure_text (costs);
  free (all->from);
  free (all->to);
  free (all);
}
