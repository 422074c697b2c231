/* Reading the rows that the plugin leaves in sections of their own
   (include/cgprof/abi.h): every number is checked before it is used, as an
   image may be damaged, like any other input.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ELF_ROW_CURSOR_H
#define CGPROF_ELF_ROW_CURSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where reading is.  */
struct row_cursor
{
  const char *file;		/* For messages, */
  const char *section;		/* likewise.  */
  unsigned version;		/* Of the rows that are expected.  */
  const unsigned char *bytes;	/* Of the section.  */
  size_t row;			/* Offset of the function's rows.  */
  size_t offset;		/* Of what is read next.  */
  size_t end;			/* Of the function's rows.  */
};

/* Give a message that WHAT is wrong with the function's rows; return
   false.  */
bool row_cursor_bad (const struct row_cursor *at, const char *what);

/* Begin with the rows of the next function; AT->end is that of the section and
   is set to that of the rows.  This and what follows return false or NULL,
   with a message, if the rows are damaged.  */
bool row_cursor_begin (struct row_cursor *at);

/* Return the next COUNT items of SIZE bytes of the function's rows.  */
const unsigned char *row_cursor_take (struct row_cursor *at, size_t count,
				      size_t size);

/* Read a number.  */
bool row_cursor_number (struct row_cursor *at, uint32_t *number);

#endif /* CGPROF_ELF_ROW_CURSOR_H */
