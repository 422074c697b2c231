/* Numbers and names, printed to a stream as printf would print them, but
   faster.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_BASE_PRINT_H
#define CGPROF_BASE_PRINT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Print what fprintf (OUT, "%*.*f", WIDTH, DECIMALS, VALUE) prints.  WIDTH is
   at most 20, DECIMALS from 1 to 3.  */
void print_fixed (FILE *out, double value, int decimals, int width);

/* Print what fprintf (OUT, "%.9f", VALUE) prints.  */
void print_precise (FILE *out, double value);

/* Print VALUE, which is not negative, rounded to a whole number.  */
void print_whole (FILE *out, double value);

/* Print VALUE / 1000 with three decimals.  VALUE is not negative and is
   rounded to a whole number first.  */
void print_thousandths (FILE *out, double value);

/* Print what fprintf (OUT, "%*llu", WIDTH, VALUE) prints.  WIDTH is from -20
   to 20; a negative one aligns to the left.  */
void print_count (FILE *out, uint64_t value, int width);

/* Store the decimal digits of VALUE, at most 20 and no NUL, at TEXT and return
   their number.  */
size_t print_put_count (char *text, uint64_t value);

/* The part of print_text for texts that OUT's buffer has no room for.  */
void print_beyond (FILE *out, const char *text, size_t length);

/* Print the LENGTH bytes of TEXT.  With the GNU C library they go straight
   into OUT's buffer, as one byte does by putc_unlocked.  */
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

/* Likewise, where TEXT has ROOM bytes, a constant not below LENGTH: copying as
   many is faster than copying LENGTH, which the compiler does not know.  */
static inline void
print_padded (FILE *out, const char *text, size_t length, size_t room)
{
#ifdef __GLIBC__
  if (out->_IO_write_ptr < out->_IO_write_end
      && room < (size_t) (out->_IO_write_end - out->_IO_write_ptr))
    {
      memcpy (out->_IO_write_ptr, text, room);
      out->_IO_write_ptr += length;
      return;
    }
#endif
  (void) room;
  print_text (out, text, length);
}

/* Print TEXT, a string constant.  */
#define PRINT_CONSTANT(out, text) print_text (out, text, sizeof text - 1)

#endif /* CGPROF_BASE_PRINT_H */
