/* Numbers and names, printed faster than printf does; the bytes are the
   same.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_BASE_PRINT_H
#define CGPROF_BASE_PRINT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* What fprintf (OUT, "%*.*f", WIDTH, DECIMALS, VALUE) prints, WIDTH up to
   20, DECIMALS 1 to 3.  */
void print_fixed (FILE *out, double value, int decimals, int width);

/* What fprintf (OUT, "%.9f", VALUE) prints.  */
void print_precise (FILE *out, double value);

/* VALUE, 0 or more, rounded to a whole number.  */
void print_whole (FILE *out, double value);

/* VALUE / 1000, to three decimals; VALUE is 0 or more and is rounded.  */
void print_thousandths (FILE *out, double value);

/* What fprintf (OUT, "%*llu", WIDTH, VALUE) prints, from the left if WIDTH is
   negative; it is from -20 to 20.  */
void print_count (FILE *out, uint64_t value, int width);

/* Put the digits of VALUE, at most 20, at TEXT and return how many.  */
size_t print_put_count (char *text, uint64_t value);

/* What print_text does where there is no room in OUT's buffer.  */
void print_beyond (FILE *out, const char *text, size_t length);

/* TEXT, of LENGTH bytes.  With the GNU C library it does for all of them
   what putc_unlocked does for one.  */
static inline void
print_text (FILE *out, const char *text, size_t length)
{
#ifdef __GLIBC__
  if (out->_IO_write_ptr < out->_IO_write_end
      && length < (size_t) (out->_IO_write_end - out->_IO_write_ptr))
    {
      memcpy (out->_IO_write_ptr, text, length);
      out->_IO_write_ptr += length;
      return;
    }
#endif
  print_beyond (out, text, length);
}

/* A string constant.  */
#define PRINT_CONSTANT(out, text) print_text (out, text, sizeof text - 1)

#endif /* CGPROF_BASE_PRINT_H */
