/* Numbers and names, printed faster than printf does.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/print.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#define PRINT_WIDTH 20

/* Bytes that are copied of a number, all that it may have.  */
#define PRINT_COPIED 24

/* Tenths and hundredths are exact to this below PRINT_FIXED_MAX: a value
   farther from the middle between two of them is rounded rightly.  */
#define PRINT_DOUBT 1e-5
#define PRINT_FIXED_MAX 1e8

/* Likewise billionths: a double below 2^20 is known to 2^-33, a billionth of
   it to an eighth.  */
#define PRINT_PRECISE_DOUBT 0.25
#define PRINT_PRECISE_MAX 1e6

/* Above it a double holds no halves.  */
#define PRINT_WHOLE_MAX 4e15

void
print_markdown (FILE *out, const char *text)
{
  for (; *text; text++)
    {
      if (strchr ("\\`*_[]<>#|~", *text))
	fputc ('\\', out);
      fputc (*text, out);
    }
}

void
print_beyond (FILE *out, const char *text, size_t length)
{
  fwrite_unlocked (text, 1, length, out);
}

/* Put the digits of VALUE before END; where they begin.  */

static char *
print_digits (char *end, uint64_t value)
{
  do
    *--end = '0' + value % 10;
  while ((value /= 10) > 0);
  return end;
}

void
print_count (FILE *out, uint64_t value, int width)
{
  char text[2 * PRINT_WIDTH + PRINT_COPIED];
  char *middle = text + PRINT_WIDTH;
  char *begin = print_digits (middle, value);
  char *end = middle;
  while (end - begin < -width)
    *end++ = ' ';
  while (end - begin < width)
    *--begin = ' ';
  print_padded (out, begin, end - begin, PRINT_COPIED);
}

size_t
print_put_count (char *text, uint64_t value)
{
  char digits[PRINT_WIDTH];
  char *end = digits + PRINT_WIDTH;
  char *begin = print_digits (end, value);
  memcpy (text, begin, end - begin);
  return end - begin;
}

void
print_fixed (FILE *out, double value, int decimals, int width)
{
  unsigned unit = decimals == 1 ? 10 : decimals == 2 ? 100 : 1000;
  if (!(value >= 0 && value < PRINT_FIXED_MAX) || signbit (value))
    {
      fprintf (out, "%*.*f", width, decimals, value);
      return;
    }
  uint64_t whole = (uint64_t) (value * unit);
  double rest = value * unit - (double) whole;
  if (rest > 0.5 - PRINT_DOUBT && rest < 0.5 + PRINT_DOUBT)
    {
      fprintf (out, "%*.*f", width, decimals, value);
      return;
    }
  whole += rest > 0.5;
  char text[PRINT_WIDTH + PRINT_COPIED];
  char *end = text + PRINT_WIDTH;
  char *begin = end;
  for (int i = 0; i < decimals; i++, whole /= 10)
    *--begin = '0' + whole % 10;
  *--begin = '.';
  begin = print_digits (begin, whole);
  while (end - begin < width)
    *--begin = ' ';
  print_padded (out, begin, end - begin, PRINT_COPIED);
}

void
print_scaled (FILE *out, double value, char unit, int width)
{
  static const char prefixes[] = "\0munp";
  char text[PRINT_WIDTH + PRINT_COPIED];
  char *end = text + PRINT_WIDTH;
  char *begin = end;
  if (!(value < PRINT_WHOLE_MAX))
    {
      fprintf (out, "%*g%c", width - 1, value, unit);
      return;
    }
  if (!(value > 0))
    *--begin = '0';
  else
    {
      /* 999.5 would be 1000, with three digits.  */
      size_t prefix = 0;
      for (; value < 0.9995 && prefix < sizeof prefixes - 2; prefix++)
	value *= 1000;
      int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
      uint64_t whole = (uint64_t) (value * (decimals == 2 ? 100
					    : decimals == 1 ? 10 : 1) + 0.5);
      *--begin = unit;
      if (prefix > 0)
	*--begin = prefixes[prefix];
      for (int i = 0; i < decimals; i++, whole /= 10)
	*--begin = '0' + whole % 10;
      if (decimals > 0)
	*--begin = '.';
      begin = print_digits (begin, whole);
    }
  while (end - begin < width)
    *--begin = ' ';
  print_padded (out, begin, end - begin, PRINT_COPIED);
}

void
print_precise (FILE *out, double value)
{
  bool small = value >= 0 && value < PRINT_PRECISE_MAX && !signbit (value);
  double billionths = small ? value * 1e9 : 0;
  uint64_t whole = (uint64_t) billionths;
  double rest = billionths - (double) whole;
  if (!small || (rest > 0.5 - PRINT_PRECISE_DOUBT
		 && rest < 0.5 + PRINT_PRECISE_DOUBT))
    {
      fprintf (out, "%.9f", value);
      return;
    }
  whole += rest > 0.5;
  char text[PRINT_WIDTH + PRINT_COPIED];
  char *end = text + PRINT_WIDTH;
  char *begin = end;
  for (int i = 0; i < 9; i++, whole /= 10)
    *--begin = '0' + whole % 10;
  *--begin = '.';
  begin = print_digits (begin, whole);
  print_padded (out, begin, end - begin, PRINT_COPIED);
}

void
print_whole (FILE *out, double value)
{
  if (value < PRINT_WHOLE_MAX)
    print_count (out, (uint64_t) (value + 0.5), 0);
  else
    fprintf (out, "%.0f", value);
}

void
print_thousandths (FILE *out, double value)
{
  if (value >= PRINT_WHOLE_MAX)
    {
      fprintf (out, "%.3f", value / 1000);
      return;
    }
  uint64_t whole = (uint64_t) (value + 0.5);
  print_count (out, whole / 1000, 0);
  char rest[4] = {
    '.', '0' + whole / 100 % 10, '0' + whole / 10 % 10, '0' + whole % 10
  };
  print_text (out, rest, sizeof rest);
}

void
print_range (FILE *out, const char *from, const char *to)
{
  if (from || to)
    fprintf (out, "Times are of samples from %s to %s; counts are of the "
	     "whole run.\n", from ? from : "the start", to ? to : "the end");
}
