/* Time and calls of functions at two levels of recursion, for formats in
   which a function's time with callees is its own time plus that of its
   calls.

   A function that is on a stack once is at level 0 there; when it is there
   again it is at level 1, however often.  A call has the time of the samples
   below it if it brought its callee to that level, none if the callee was at
   it already: so the calls of a function at a level have exactly the time
   that it was on the stack at that level.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ANALYSE_RECURSION_LEVELS_H
#define CGPROF_ANALYSE_RECURSION_LEVELS_H

#include "analyse/call-places.h"
#include "analyse/call-tree.h"

#define RECURSION_LEVELS 2

/* A function at a level is an entry: number FUNCTION * RECURSION_LEVELS +
   LEVEL.  The number after the last one stands for what is outside: the caller
   of whatever has none.  */

/* The own time of an entry at one line.  */
struct recursion_levels_self
{
  uint32_t entry;
  uint32_t line;		/* 0 if unknown.  */
  const char *file;		/* NULL if unknown.  */
  uint64_t count;		/* Samples.  */
  double ns;
};

/* The calls from one entry to another at one line.  */
struct recursion_levels_call
{
  uint32_t from;		/* The caller's entry, */
  uint32_t to;			/* and the callee's.  */
  uint32_t owner;		/* The function whose code makes the call: that
				   of FROM, or the one it was inlined into.  */
  uint32_t line;		/* In the caller; 0 if unknown.  */
  const char *file;
  uint64_t calls;		/* Number of calls; not 0.  */
  uint64_t count;		/* Samples below them, */
  double ns;			/* and their time.  */
};

struct recursion_levels
{
  struct recursion_levels_self *selfs;	/* Sorted by entry.  */
  size_t self_count, self_room;
  uint32_t *self_first;		/* By entry: its first one in SELFS; one more
				   at the end.  */
  struct recursion_levels_call *calls;	/* Sorted by FROM.  */
  size_t call_count, call_room;
  uint32_t *call_first;		/* By entry: its first one in CALLS; one more
				   at the end.  */
};

/* Set LEVELS, which the caller must free, to the times and calls of RESULTS.
   TREE is the call tree of RESULTS with lines and without guessed callers; its
   times are used if RESULTS say that times with callees were measured.  CALLS
   are the calls of RESULTS.

   The numbers of calls from one function to another, and of calls of a
   function from outside, add up to the counted ones.  Where these are not
   divided among levels, or among callers that count nothing, a call that was
   seen counts once, and the rest stands with one of them.  A call that nobody
   counts counts once, too.  */
void recursion_levels_make (struct recursion_levels *levels,
			    const struct results *results,
			    const struct call_tree *tree,
			    const struct call_places *calls);

void recursion_levels_free (struct recursion_levels *levels);

#endif /* CGPROF_ANALYSE_RECURSION_LEVELS_H */
