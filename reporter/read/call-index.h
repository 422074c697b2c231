/* Which calls were made: what stacks are compared with.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_READ_CALL_INDEX_H
#define CGPROF_READ_CALL_INDEX_H

#include "model/model.h"
#include "read/tail-frames.h"

/* The calls of one function by another that are no tail calls.  */
struct call_index_arc
{
  uint32_t site;		/* One of the call sites that made them, */
  uint32_t sites;		/* and how many these are.  */
  bool direct;			/* One of them is direct.  */
};

/* The call sites of a model that made calls.  A zeroed struct is of a model
   without any.  */
struct call_index
{
  bool *made;			/* By site: it made calls.  */
  size_t site_count;
  size_t function_count;
  uint32_t *first;		/* By function: the first site in it that made
				   calls, or MODEL_NONE.  */
  uint32_t *next;		/* By site: the next one in its function.  */
  struct map arc_map;		/* ARCS by (caller, callee).  */
  struct call_index_arc *arcs;
  size_t arc_count, arc_room;
  struct tail_frames tails;	/* Of the tail calls, */
  bool has_tails;		/* if there are any.  */
};

/* Set INDEX, which the caller must free, to the call sites of MODEL, which
   must be the one of before and stay.  If the same ones made calls as before,
   return false: nothing is done, and TAILS keeps its answers.  */
bool call_index_set (struct call_index *index, const struct model *model);

/* Return the first site in FUNCTION, or MODEL_NONE.  */
uint32_t call_index_first (const struct call_index *index, uint32_t function);

/* Return the calls of CALLEE by CALLER, or NULL if none were made.  */
const struct call_index_arc *call_index_find (const struct call_index *index,
					      uint32_t caller,
					      uint32_t callee);

void call_index_free (struct call_index *index);

#endif /* CGPROF_READ_CALL_INDEX_H */
