/* Area:    reporter, base/print
   Purpose: numbers are printed as printf prints them, into buffers of any
	    size.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/print.h"
#include "check.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static FILE *out;
static char *got;
static size_t got_size;

/* Return true if what was printed to OUT since the last call is WANTED.  */
static bool
printed (const char *wanted)
{
  fclose (out);
  bool same = strcmp (got, wanted) == 0;
  if (!same)
    printf ("got '%s', not '%s'\n", got, wanted);
  free (got);
  out = open_memstream (&got, &got_size);
  return same;
}

static char wanted[1024];

static void
check_double (double value)
{
  for (int decimals = 1; decimals <= 3; decimals++)
    for (int width = 0; width <= 20; width += 5)
      {
	print_fixed (out, value, decimals, width);
	snprintf (wanted, sizeof wanted, "%*.*f", width, decimals, value);
	CHECK (printed (wanted));
      }
  print_precise (out, value);
  snprintf (wanted, sizeof wanted, "%.9f", value);
  CHECK (printed (wanted));
}

static void
check_scaled (double value, const char *text)
{
  print_scaled (out, value, 's', 0);
  CHECK (printed (text));
  print_scaled (out, value, 's', 8);
  snprintf (wanted, sizeof wanted, "%8s", text);
  CHECK (printed (wanted));
}

/* With three digits, also where rounding makes one more.  */
static void
check_all_scaled (void)
{
  check_scaled (0, "0");
  check_scaled (0.0123, "12.3ms");
  check_scaled (1, "1.00s");
  check_scaled (0.9996, "1.00s");
  check_scaled (0.9994, "999ms");
  check_scaled (9.994, "9.99s");
  check_scaled (9.996, "10.0s");
  check_scaled (99.96, "100s");
  check_scaled (12345, "12345s");
  check_scaled (4.5678e-6, "4.57us");
  check_scaled (8.7e-9, "8.70ns");
  check_scaled (3.21e-10, "321ps");
  check_scaled (4.2e-14, "0.04ps");
  check_scaled (1e20, "1e+20s");
}

/* VALUE rounded, a half up.  */
static void
check_rounded (double value, const char *whole, const char *thousandths)
{
  print_whole (out, value);
  CHECK (printed (whole));
  print_thousandths (out, value);
  CHECK (printed (thousandths));
}

static void
check_count_of (uint64_t value)
{
  for (int width = -20; width <= 20; width++)
    {
      print_count (out, value, width);
      snprintf (wanted, sizeof wanted, "%*llu", width,
		(unsigned long long) value);
      CHECK (printed (wanted));
    }
  char text[21];
  memset (text, 'x', sizeof text);
  size_t length = print_put_count (text, value);
  snprintf (wanted, sizeof wanted, "%llu", (unsigned long long) value);
  CHECK (length == strlen (wanted) && memcmp (text, wanted, length) == 0);
  CHECK (text[length] == 'x');
}

int
main (void)
{
  out = open_memstream (&got, &got_size);
  static const double values[] = {
    0, -0.0, 1, -1, 0.05, 0.15, 0.25, 0.5, 0.005, 0.015, 0.125, 0.0005, 0.0625,
    0.9994, 0.9995, 0.9996, 0.95, 9.95, 9.996, 99.9995, 1e-9, 5e-10, 4.9e-10,
    1.5e-9, 2.5e-9, 0.1234567895, 999999.9999999995, 1e6, 1e8 - 0.005, 1e8,
    1e8 + 0.5, 1e15, 1e22, DBL_MAX, DBL_MIN, INFINITY, -INFINITY, NAN
  };
  for (size_t i = 0; i < sizeof values / sizeof *values; i++)
    check_double (values[i]);
  uint64_t state = 1;
  for (int i = 0; i < 2000; i++)
    {
      state = state * 6364136223846793005u + 1442695040888963407u;
      check_double ((double) (state >> 11) / (UINT64_C (1) << (10 + i % 50)));
      check_double ((double) (state >> 50) / 2000);
    }

  check_all_scaled ();
  check_rounded (0, "0", "0.000");
  check_rounded (0.49, "0", "0.000");
  check_rounded (0.5, "1", "0.001");
  check_rounded (1234.4, "1234", "1.234");
  check_rounded (1234.5, "1235", "1.235");
  check_rounded (1000999.5, "1001000", "1001.000");
  check_rounded (8e15, "8000000000000000", "8000000000000.000");

  check_count_of (0);
  check_count_of (9);
  check_count_of (10);
  check_count_of (1234567890);
  check_count_of (UINT64_MAX);

  /* Texts longer than the buffer, and some that just fit.  */
  char text[100], all[5100] = "";
  memset (text, 'a', sizeof text);
  for (size_t i = 0; i <= sizeof text; i++)
    {
      print_text (out, text, i);
      print_padded (out, "bcdefgh", i % 8, 7);
      PRINT_CONSTANT (out, "-");
      fflush (out);
    }
  fclose (out);
  size_t at = 0;
  bool same = true;
  for (size_t i = 0; i <= sizeof text; i++)
    {
      snprintf (all, sizeof all, "%.*s%.*s-", (int) i, text, (int) (i % 8),
		"bcdefgh");
      same &= strncmp (got + at, all, strlen (all)) == 0;
      at += strlen (all);
    }
  CHECK (same && at == got_size);
  free (got);

  char small[16];
  FILE *file = tmpfile ();
  setvbuf (file, small, _IOFBF, sizeof small);
  for (int i = 0; i < 100; i++)
    {
      print_text (file, text, i % 40);
      print_padded (file, "bcdefgh", i % 8, 7);
      print_count (file, i, 3);
    }
  rewind (file);
  same = true;
  for (int i = 0; i < 100; i++)
    {
      int length = snprintf (all, sizeof all, "%.*s%.*s%3d", i % 40, text,
			     i % 8, "bcdefgh", i);
      char read[64] = "";
      same &= fread (read, 1, length, file) == (size_t) length
	&& memcmp (read, all, length) == 0;
    }
  CHECK (same && getc (file) == EOF);
  fclose (file);
  return check_end ();
}
