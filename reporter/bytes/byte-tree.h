/* Bytes allocated, as a tree of calls.

   No stack is known of a sum of bytes, so the tree is made from the call
   graph: what a function allocates, with its callees, is shared among its
   callers by numbers of calls, and so are its callees' parts below each.  A
   call graph has exponentially many ways through it; those with few bytes are
   not followed.

   A cycle is entered once: below the member that was called from outside each
   other one is shared among its callers in the cycle, as far as these are
   nearer to the first, counted in calls.  So no function is below itself.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_BYTES_BYTE_TREE_H
#define CGPROF_BYTES_BYTE_TREE_H

#include "bytes/byte-sums.h"

/* A function that was called has a node if it has at least one part of so many
   of all bytes, */
#define BYTE_TREE_PARTS 2000
/* and as long as there are no more nodes than these; those near the root come
   first.  */
#define BYTE_TREE_NODES 50000

struct byte_tree_node
{
  uint32_t function;		/* MODEL_NONE: the root.  */
  uint32_t parent;		/* Its caller, a smaller index; MODEL_NONE: the
				   root has none.  */
  uint64_t total;		/* With callees.  The nodes that it is the
				   parent of have, with OWN, not more.  */
  uint64_t own;			/* By its own calls.  What the two leave are
				   callees without nodes.  */
};

struct byte_tree
{
  struct byte_tree_node *nodes;	/* The root is the first.  Below it stands what
				   was not called by counted code, in
				   whole.  */
  size_t count, room;
};

/* Set TREE, which the caller must free, to the bytes that SUMS say are
   allocated; they are those of RESULTS, and known.  */
void byte_tree_make (struct byte_tree *tree, const struct byte_sums *sums,
		     const struct results *results);

void byte_tree_free (struct byte_tree *tree);

#endif /* CGPROF_BYTES_BYTE_TREE_H */
