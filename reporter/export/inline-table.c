/* Inlined calls, each once.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "analyse/results.h"
#include "base/mem.h"
#include "export/inline-table.h"

#include <stddef.h>
#include <stdlib.h>

/* An inlined call.  What is unknown is MODEL_NONE.  */
struct inline_row
{
  const struct model_inline *level;
  uint32_t function;		/* Number of what was called.  */
  uint32_t file, line, column;	/* Where.  */
  uint32_t parent;		/* The row of what the call is part of.  */
};

/* A line or column.  */

static uint32_t
inline_table_number (uint32_t number)
{
  return number > 0 ? number : MODEL_NONE;
}

uint32_t
inline_table_add (struct inline_table *table,
		  const struct model_inline *levels, uint32_t count)
{
  uint32_t row = MODEL_NONE;
  while (count-- > 0)
    {
      const struct model_inline *level = &levels[count];
      uint32_t function = intern_get (&table->functions, level->name);
      uint32_t file = intern_get (&table->files, level->file);
      uint32_t *place
	= map_place (&table->places, file,
		     (uint64_t) level->line << 32 | level->column);
      if (*place == MAP_NONE)
	*place = table->places.used;
      uint32_t *known = map_place (&table->known,
				   (uint64_t) row << 32 | function, *place);
      if (*known == MAP_NONE)
	{
	  *known = table->row_count;
	  table->rows = mem_grow (table->rows, &table->row_room,
				  table->row_count + 1, sizeof *table->rows);
	  /* Numbers of strings count from 1, and unknown is 0.  */
	  table->rows[table->row_count++] = (struct inline_row) {
	    level, function - 1, file - 1, inline_table_number (level->line),
	    inline_table_number (level->column), row
	  };
	}
      row = *known;
    }
  return row;
}

/* KEY: the strings whose numbers are in the column at OFFSET of the rows, and
   which the rows' levels have at LEVEL_OFFSET.  The first row that has a
   string is why it got its number, so they come in the order of these.  */

static void
inline_table_strings (const struct inline_table *table, struct json *json,
		      const char *key, size_t offset, size_t level_offset)
{
  json_key (json, key);
  json_begin_array (json, JSON_INDENTED);
  uint32_t printed = 0;
  for (size_t i = 0; i < table->row_count; i++)
    {
      const struct inline_row *row = &table->rows[i];
      if (*(const uint32_t *) ((const char *) row + offset) != printed)
	continue;
      json_string (json, *(const char *const *) ((const char *) row->level
						 + level_offset));
      printed++;
    }
  json_end_array (json);
}

void
inline_table_print (const struct inline_table *table, struct json *json)
{
  static const struct
  {
    const char *key;
    size_t offset;
  } columns[] = {
    { "function", offsetof (struct inline_row, function) },
    { "file", offsetof (struct inline_row, file) },
    { "line", offsetof (struct inline_row, line) },
    { "column", offsetof (struct inline_row, column) },
    { "parent", offsetof (struct inline_row, parent) },
  };

  json_begin_object (json, JSON_INDENTED);
  inline_table_strings (table, json, "functions",
			offsetof (struct inline_row, function),
			offsetof (struct model_inline, name));
  inline_table_strings (table, json, "files",
			offsetof (struct inline_row, file),
			offsetof (struct model_inline, file));
  for (size_t j = 0; j < sizeof columns / sizeof *columns; j++)
    {
      json_key (json, columns[j].key);
      json_begin_array (json, JSON_COMPACT);
      for (size_t i = 0; i < table->row_count; i++)
	json_index (json, *(const uint32_t *) ((const char *) &table->rows[i]
					       + columns[j].offset));
      json_end_array (json);
    }
  json_end_object (json);
}

void
inline_table_free (struct inline_table *table)
{
  free (table->rows);
  map_free (&table->known);
  map_free (&table->places);
  intern_free (&table->functions);
  intern_free (&table->files);
}
