/* How often each place in the source of each function ran, by the inlined
   calls that its code is part of: what compilers take back as a profile.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_FEEDBACK_SOURCE_POSITIONS_H
#define CGPROF_FEEDBACK_SOURCE_POSITIONS_H

#include "analyse/results.h"

/* A function that an indirect call led to.  */
struct source_target
{
  uint32_t position;		/* Where the call is.  */
  const char *symbol;
  uint64_t count;
};

/* A place, where it is told by, and how often it ran.  */
struct source_position
{
  uint32_t instance;
  int32_t line;			/* Behind that of the declaration of its
				   function's name.  */
  uint32_t part;		/* Which of the line's: source_place.  */
  bool branches;		/* It has some.  */
  uint64_t count;
  uint32_t targets;		/* Index in source_positions.targets of the
				   first, the one with most calls, */
  uint32_t target_count;	/* and how many they are.  */
};

/* A function, or an inlined call of one: code of all its clones.  */
struct source_instance
{
  const char *symbol;		/* Without a clone's suffix.  */
  const char *file;		/* Where its name is declared, if it was not
				   inlined; NULL if unknown.  */
  uint32_t decl_line;
  uint32_t parent;		/* The instance that it was inlined into;
				   MODEL_NONE: it was not.  */
  int32_t line;			/* Of the call in the parent, */
  uint32_t discriminator;	/* which block of that line's.  */
  uint64_t head;		/* Calls, if it was not inlined.  */
  uint32_t positions;		/* Index in source_positions.positions of its
				   first, sorted by line and part, */
  uint32_t position_count;	/* and how many they are.  */
  uint32_t children;		/* Index in source_positions.instances of the
				   first that was inlined into it, sorted like
				   these, */
  uint32_t child_count;		/* and how many they are.  */
};

struct source_positions
{
  struct source_instance *instances;	/* Those with one parent follow one
					   another; first the functions.  */
  size_t instance_count, instance_room;
  size_t function_count;
  struct source_position *positions;
  size_t position_count, position_room;
  struct source_target *targets;
  size_t target_count, target_room;
};

/* What a place is.  */
enum source_place
{
  SOURCE_BLOCK,			/* What of a line is in one block; a part is a
				   discriminator.  */
  SOURCE_COLUMN,		/* What of a line is of one column.  */
  SOURCE_LINE			/* A line, which ran as often as the block of
				   it that ran most, but for the first if there
				   are others: that is told by what is in front
				   of the line, too.  Parts are 0, and so are
				   discriminators but of a BLOCK.  */
};

/* Set POSITIONS, which the caller must free, to those of RESULTS, of a model
   with origins of code.  Strings are the model's.  */
void source_positions_make (struct source_positions *positions,
			    const struct results *results,
			    enum source_place place);

void source_positions_free (struct source_positions *positions);

#endif /* CGPROF_FEEDBACK_SOURCE_POSITIONS_H */
