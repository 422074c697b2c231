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

/* Print VALUE, right-aligned in WIDTH columns, at most 20, with three digits
   and the prefix of the unit in which that can be: "12.3ms" of 0.0123 with the
   letter UNIT 's'.  0 is "0"; below a picosecond and above a thousand seconds
   there are fewer or more digits.  VALUE is not negative.  */
void print_scaled (FILE *out, double value, char unit, int width);

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

/* Print a line that tells between which times the samples are that figures are
   of, as the user has said it; none if FROM and TO are NULL.  */
void print_range (FILE *out, const char *from, const char *to);

/* Print TEXT in Markdown, outside of code; also in a table's cell.  */
void print_markdown (FILE *out, const char *text);

/* The part of print_text for texts that OUT's buffer has no room for.  */
void print_beyond (FILE *out, const char *text, size_t length);

/* Where up to ROOM bytes can be stored that OUT prints next, or NULL: with the
   GNU C library a place in OUT's buffer, if that has room.  Of them those
   before END are printed by print_stored.  */
static inline char *
print_room (FILE *out, size_t room)
{
#ifdef __GLIBC__
  if (out->_IO_write_ptr < out->_IO_write_end
      && room < (size_t) (out->_IO_write_end - out->_IO_write_ptr))
    return out->_IO_write_ptr;
#endif
  (void) out;
  (void) room;
  return NULL;
}

static inline void
print_stored (FILE *out, char *end)
{
#ifdef __GLIBC__
  out->_IO_write_ptr = end;
#endif
  (void) out;
  (void) end;
}

/* Print the LENGTH bytes of TEXT, straight into OUT's buffer where that can be
   done, as putc_unlocked does with one.  */
static inline void
print_text (FILE *out, const char *text, size_t length)
{
  char *to = print_room (out, length);
  if (to)
    {
      memcpy (to, text, length);
      print_stored (out, to + length);
    }
  else
    print_beyond (out, text, length);
}

/* Likewise, where TEXT has ROOM bytes, a constant not below LENGTH: copying as
   many is faster than copying LENGTH, which the compiler does not know.  */
static inline void
print_padded (FILE *out, const char *text, size_t length, size_t room)
{
  char *to = print_room (out, room);
  if (to)
    {
      memcpy (to, text, room);
      print_stored (out, to + length);
    }
  else
    print_beyond (out, text, length);
}

/* Print TEXT, a string constant.  */
#define PRINT_CONSTANT(out, text) print_text (out, text, sizeof text - 1)

#endif /* CGPROF_BASE_PRINT_H */
