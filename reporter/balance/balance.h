/* How evenly processes share the work: the time and calls of each function by
   process, or by rank in an MPI job.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_BALANCE_BALANCE_H
#define CGPROF_BALANCE_BALANCE_H

#include "analyse/results.h"
#include "base/mem.h"

/* What the work is shared by.  */
enum balance_by
{
  BALANCE_PROCESS,		/* Those that counted in one place are one.  */
  BALANCE_RANK,			/* Processes of one rank are one.  */
  BALANCE_BYS
};

extern const char *const balance_by_names[BALANCE_BYS];

/* A process or rank.  */
struct balance_group
{
  uint32_t process;		/* In the model, the first one of the
				   group.  */
  uint32_t rank;		/* MODEL_NONE: of no MPI job.  */
  const char *name;		/* To be shown: its number.  */
};

/* Of a function's time or calls.  */
struct balance_spread
{
  double least, mean, greatest;
  double ratio;			/* GREATEST by MEAN: 1 is even; 0 where both
				   are 0.  */
  uint32_t at;			/* The group of GREATEST.  */
};

struct balance_function
{
  uint32_t function;
  double *seconds;		/* Of its own, by group; */
  uint64_t *calls;		/* likewise.  */
  struct balance_spread time, count;	/* Of these.  */
};

/* A zeroed struct is empty.  */
struct balance
{
  unsigned by;			/* enum balance_by.  */
  struct balance_group *groups;
  size_t group_count, group_room;
  struct balance_function *functions;	/* Those with time or calls: first
					   where the busiest group has most
					   more time than the mean, then more
					   calls.  */
  size_t function_count;
  struct arena arena;
};

/* Set BALANCE, which must be freed, to the shares in RESULTS, whose model
   wants shares.  Return false, with BALANCE empty, if it is to be by rank and
   no process has one.  */
bool balance_make (struct balance *balance, const struct results *results,
		   enum balance_by by);

void balance_free (struct balance *balance);

#endif /* CGPROF_BALANCE_BALANCE_H */
