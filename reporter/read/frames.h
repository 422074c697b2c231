/* What a profile's stacks lack: places in the source, call sites, and the
   functions that were inlined or left no frame.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_READ_FRAMES_H
#define CGPROF_READ_FRAMES_H

#include "read/call-index.h"
#include "read/reader.h"

/* What is added to the stacks; each choice includes the ones before.  */
enum frames_detail
{
  FRAMES_TAILS,			/* Functions that left no frame because they
				   made tail calls.  */
  FRAMES_PLACES,		/* Call sites, files and lines; these need
				   debug information.  */
  FRAMES_INLINES		/* Inlined functions.  */
};

/* What is known of the places on stacks.  It holds for whatever is read into
   the model later; a zeroed struct knows nothing.  */
struct frames
{
  struct reader *reader;
  struct model *model;
  enum frames_detail detail;
  struct call_index calls;

  struct frames_place *places;
  size_t place_count, place_room;
  struct map place_map;		/* By (address, function).  */
  struct frames_level *levels;
  size_t level_count, level_room;
  struct dict strings;		/* Leads to TEXTS.  */
  const char **texts;
  size_t text_count, text_room;
  struct map paths;		/* TEXTS by (file, its directory).  */
  struct map site_map;		/* Site by (place, callee), where the place
				   itself is about another callee.  */
};

/* Add what DETAIL says to the contexts and samples of READER's model.  The
   self time of an inlined function is taken from the function that it was
   inlined into.  Must be called after all profiles were read and before
   naming_assign.  FRAMES, which the caller must free, has what was found for
   READER and DETAIL before.  */
void frames_find (struct frames *frames, struct reader *reader,
		  enum frames_detail detail);

void frames_free (struct frames *frames);

#endif /* CGPROF_READ_FRAMES_H */
