/* Reading the rows that the plugin leaves in sections of their own.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "elf/row-cursor.h"
#include "base/diag.h"

#include <cgprof/abi.h>

bool
row_cursor_bad (const struct row_cursor *at, const char *what)
{
  return diag_error (at->file, "%s: bad row at offset 0x%zx: %s", at->section,
		     at->row, what);
}

bool
row_cursor_begin (struct row_cursor *at)
{
  unsigned version = at->bytes[at->offset];
  uint32_t size;
  at->row = at->offset++;
  /* In version 1 this was a number's low byte, a multiple of 8.  */
  if (version != at->version)
    return diag_error (at->file, "%s: row at offset 0x%zx is of "
		       "version %u, expected %u", at->section, at->row,
		       version % 8 == 0 ? 1 : version, at->version);
  if (!row_cursor_number (at, &size))
    return false;
  if (size > at->end - at->offset)
    return row_cursor_bad (at, "its size is wrong");
  at->end = at->offset + size;
  return true;
}

const unsigned char *
row_cursor_take (struct row_cursor *at, size_t count, size_t size)
{
  if (count > (at->end - at->offset) / size)
    {
      row_cursor_bad (at, "more rows than its size has room for");
      return NULL;
    }
  const unsigned char *p = at->bytes + at->offset;
  at->offset += count * size;
  return p;
}

bool
row_cursor_number (struct row_cursor *at, uint32_t *number)
{
  *number = 0;
  for (unsigned shift = 0; ; shift += 7)
    {
      const unsigned char *p = row_cursor_take (at, 1, 1);
      if (!p)
	return false;
      if (shift == 28 && *p > 15)
	return row_cursor_bad (at, "a number has more than 32 bits");
      *number |= (uint32_t) (*p & 0x7f) << shift;
      if (*p < 0x80)
	return true;
    }
}
