/* Instances and positions of source while they are made: each is found by what
   it is of.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_FEEDBACK_SOURCE_INDEX_H
#define CGPROF_FEEDBACK_SOURCE_INDEX_H

#include "base/map.h"
#include "feedback/source-positions.h"

/* A zeroed struct with POSITIONS, which are zeroed, too, is ready.  */
struct source_index
{
  struct source_positions *positions;
  struct dict names;		/* A number for each symbol.  */
  struct map instances;		/* Index by parent and symbol, and by line and
				   discriminator.  */
  struct map places;		/* Index of positions by instance, and by line
				   and part.  */
};

/* The number of SYMBOL, or MAP_NONE if INDEX has no instance of it.  */
uint32_t source_index_name (const struct source_index *index,
			    const char *symbol);

/* The instance of SYMBOL that was inlined into PARENT, or MODEL_NONE, at LINE
   and DISCRIMINATOR; it is added if it is new.  */
uint32_t source_index_instance (struct source_index *index, uint32_t parent,
				const char *symbol, uint32_t decl_line,
				int32_t line, uint32_t discriminator);

/* The instance of the function SYMBOL, or MAP_NONE.  */
uint32_t source_index_function (const struct source_index *index,
				const char *symbol);

/* The position of INSTANCE at PART of LINE; it is added if it is new.  */
uint32_t source_index_place (struct source_index *index, uint32_t instance,
			     int32_t line, uint32_t part);

/* Put what INDEX has found in the order that struct source_positions tells;
   then only source_index_free may follow.  */
void source_index_sort (struct source_index *index);

/* Free what INDEX is found by, not its positions.  */
void source_index_free (struct source_index *index);

#endif /* CGPROF_FEEDBACK_SOURCE_INDEX_H */
