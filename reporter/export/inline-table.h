/* Inlined calls, each once: what call sites in inlined code are part of is
   mostly part of other sites, too.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_EXPORT_INLINE_TABLE_H
#define CGPROF_EXPORT_INLINE_TABLE_H

#include "base/intern.h"
#include "base/json.h"
#include "base/map.h"

struct model_inline;

/* A zeroed struct is an empty table.  */
struct inline_table
{
  struct inline_row *rows;
  size_t row_count, row_room;
  struct map known;		/* Rows, by parent and function, and place.  */
  struct map places;		/* Numbers, by file, and line and column.  */
  struct intern functions, files;
};

/* Return the row of the innermost of COUNT LEVELS, each of which is part of
   the next, after adding what TABLE does not have yet; MODEL_NONE if there are
   none.  LEVELS must stay until TABLE is printed.  */
uint32_t inline_table_add (struct inline_table *table,
			   const struct model_inline *levels, uint32_t count);

/* Print TABLE as an object of arrays.  */
void inline_table_print (const struct inline_table *table, struct json *json);

void inline_table_free (struct inline_table *table);

#endif /* CGPROF_EXPORT_INLINE_TABLE_H */
