/* What the operations cost that advice is about, in nanoseconds.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ADVISE_COSTS_H
#define CGPROF_ADVISE_COSTS_H

/* Sizes at which lookups are measured.  */
#define COST_SIZES 5

/* Code is measured on so many pages, and on 2, 4 and 8 times as many.  */
#define COST_SPREADS 4
#define COST_SPREAD_LEAST 512
#define COST_SPREAD_PAGE 4096

enum cost
{
  COST_CALL,			/* A call, against the same code inline.  */
  COST_INDIRECT,		/* A call through a pointer, likewise.  */
  COST_GUARD,			/* Comparing a pointer, then the code
				   inline.  */
  COST_JUMP,			/* A jump that is taken.  */
  COST_ALLOCATE,		/* malloc and free of 32 bytes, */
  COST_ALLOCATE_LARGE,		/* of 4 KiB.  */
  COST_REALLOC,			/* realloc that stays in place.  */
  COST_COPY_BYTE,		/* A byte of memcpy of 4 KiB, */
  COST_COPY_FAR_BYTE,		/* of 4 MiB.  */
  COST_SHIFT_BYTE,		/* A byte of memmove of 1 MiB by a few.  */
  COST_CLEAR_BYTE,		/* A byte of memset of 64 KiB.  */
  COST_STRLEN,			/* strlen of 8 bytes, */
  COST_STRLEN_BYTE,		/* a byte of a long one.  */
  COST_STRCMP,			/* strcmp of 8 equal bytes.  */
  COST_GETENV,			/* getenv of a variable there is not.  */
  COST_NUMBER,			/* atoi of 4 digits.  */
  COST_PUTC,			/* putc, */
  COST_PUTC_UNLOCKED,		/* and without its lock.  */
  COST_READ,			/* read of 1 byte.  */
  COST_SORT,			/* A comparison by qsort, against one that
				   is inline in the sort.  */
  COST_PAGE,			/* First use of a page of memory.  */
  COST_VECTOR_STEP,		/* To the next element of an array, */
  COST_LIST_STEP,		/* of a list whose elements follow each
				   other, */
  COST_CHASE,			/* and of one of 2^10, 2^14 and 2^18 anywhere
				   in memory.  */
  COST_TREE = COST_CHASE + 3,	/* Lookup in a tree of 2^3, 2^6, 2^10, 2^14
				   and 2^18, */
  COST_HASH = COST_TREE + COST_SIZES,	/* and in a hash table.  */
  COST_HASH_HOP = COST_HASH + COST_SIZES, /* Past an element of a chain.  */
  COST_REHASH,			/* An element that moves to a larger table of
				   2^10, */
  COST_REHASH_FAR,		/* and of 2^18.  */
  COST_SPREAD,			/* A call if the functions called in turn have
				   a page each, against such that lie side by
				   side: COST_SPREADS numbers of them.  */
  COSTS = COST_SPREAD + COST_SPREADS
};

/* The costs on a machine, as advise/calibrate/ measures them.  */
struct costs
{
  double ns[COSTS];		/* By enum cost; none is negative.  */
};

#endif /* CGPROF_ADVISE_COSTS_H */
