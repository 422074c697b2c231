/* Functions that left no frame because they made tail calls.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_READ_TAIL_FRAMES_H
#define CGPROF_READ_TAIL_FRAMES_H

#include "model/model.h"

/* The counted calls of a model, by callee.  */
struct tail_frames
{
  const struct model *model;
  uint32_t *next;		/* By site: the next one of that callee.  */
  uint32_t *first;		/* By function: a call of it.  */
  size_t functions;		/* That FIRST has room for.  */
  struct map arcs;		/* (caller, callee) with calls that are no
				   tail calls.  */
  struct map known;		/* Answers by (caller, callee).  */
  uint32_t *answers;		/* Length and functions of each.  */
  size_t answer_count, answer_room;
};

/* Get ready for MODEL's sites.  False if none is a counted tail call; then
   TAILS need not be freed.  */
bool tail_frames_start (struct tail_frames *tails, const struct model *model);

/* The functions over which CALLER must have come to CALLEE, which stands
   next to it on a stack, the outermost first; return how many they are.
   FIRST: what CALLER was calling, or MODEL_NONE if that is not known.
   0 if CALLER calls CALLEE itself, or if there is not just one way.  */
size_t tail_frames_find (struct tail_frames *tails, uint32_t caller,
			 uint32_t callee, uint32_t first,
			 const uint32_t **functions);

void tail_frames_free (struct tail_frames *tails);

#endif /* CGPROF_READ_TAIL_FRAMES_H */
