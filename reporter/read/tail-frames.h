/* Functions missing on stacks because they made tail calls.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_READ_TAIL_FRAMES_H
#define CGPROF_READ_TAIL_FRAMES_H

#include "model/model.h"

/* Longer ways are not followed.  */
#define TAIL_FRAMES_LENGTH 16

/* The counted tail calls of a model, by callee, and the answers so far.  */
struct tail_frames
{
  const struct model *model;
  uint32_t *next;		/* By site of a tail call: the next one with
				   the same callee and another caller, or
				   MODEL_NONE.  */
  uint32_t *first;		/* By function: the first tail call of it, or
				   MODEL_NONE.  */
  uint32_t *only;		/* By function: the only one that its tail
				   calls led to, TAIL_FRAMES_SEVERAL, or
				   MODEL_NONE if it made none.  */
  size_t functions;		/* Number of entries of FIRST and ONLY.  */
  const struct map *arcs;	/* (caller, callee) with calls that are no
				   tail calls.  */
  struct map known;		/* Answers by (caller, callee).  */
  uint32_t *answers;		/* Each a number of functions, and these.  */
  size_t answer_count, answer_room;
  uint32_t followed[TAIL_FRAMES_LENGTH];	/* The last answer of
						   tail_frames_follow.  */
};

/* Set TAILS to the counted calls of MODEL's sites, those in ARCS, which must
   stay, being no tail calls; the caller must free it.  Return false if none is
   a tail call; then there is nothing to free.  */
bool tail_frames_start (struct tail_frames *tails, const struct model *model,
			const struct map *arcs);

/* Find the functions that are missing on a stack between CALLER and CALLEE,
   which stand next to each other there: the only chain of tail calls that
   leads from one to the other.  FIRST is the function that CALLER called, or
   MODEL_NONE if it is not known.  Set *FUNCTIONS to the missing ones,
   outermost first, valid until the next call, and return their number.  If
   that is 0, *FUNCTIONS may not be set: CALLER calls CALLEE itself, or there
   are several chains or none.  */
size_t tail_frames_find (struct tail_frames *tails, uint32_t caller,
			 uint32_t callee, uint32_t first,
			 const uint32_t **functions);

/* Find the functions that are missing on a stack where FUNCTION, which was
   counted, was certainly called, but CALLEE is seen in its place, and
   tail_frames_find knows no chain: it left its frame by a tail call.  What it
   led to follows as long as that can be one function only; the last one may
   not be counted, and what that did is not known.  Set *FUNCTIONS to them,
   outermost first, valid until the next call, and return their number.  0:
   FUNCTION is CALLEE by another name, or made no tail call, so it was not
   left, and *FUNCTIONS may not be set.  */
size_t tail_frames_follow (struct tail_frames *tails, uint32_t function,
			   uint32_t callee, const uint32_t **functions);

void tail_frames_free (struct tail_frames *tails);

#endif /* CGPROF_READ_TAIL_FRAMES_H */
