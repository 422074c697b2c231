/* Which of a model's functions and arcs the user wants to see.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ANALYSE_FILTER_H
#define CGPROF_ANALYSE_FILTER_H

#include "analyse/filter-parse.h"
#include "analyse/results.h"

/* The functions that specifications select.  */
struct filter
{
  uint16_t *masks;		/* By function: bit U says whether it is
				   selected for use U (enum filter_use).  */
  uint16_t used;		/* Bits of the uses that have a specification,
				   even if no function matches it.  */
};

/* Set FILTER, which the caller must free, to the functions of RESULTS' model
   that SPECS select and to the profilers' own functions, which are not shown,
   and each function's selection in RESULTS to what follows from that.  The
   functions must have names (naming_assign).  */
void filter_functions (struct filter *filter, struct results *results,
		       const struct filter_specs *specs);

/* Remove the arcs that SPECS exclude from RESULTS, and their calls from the
   entries of their callees.  */
void filter_arcs (struct results *results, const struct filter_specs *specs);

/* Return whether NAME is a name of FUNCTION: the one shown, with or without
   the types of its parameters, or the assembler's.  */
bool filter_is_named (const struct model_function *function,
		      const char *name);

/* Likewise, or the name by which reports show FUNCTION.  */
bool select_is_shown (const struct results *results, uint32_t function,
		      const char *name);

/* Return whether FILTER selects FUNCTION for USE.  */
static inline bool
filter_has (const struct filter *filter, uint32_t function,
	    enum filter_use use)
{
  return filter->masks[function] >> use & 1;
}

/* Return whether there is a specification for USE.  If it matches no function,
   nothing is selected.  */
static inline bool
filter_uses (const struct filter *filter, enum filter_use use)
{
  return filter->used >> use & 1;
}

void filter_free (struct filter *filter);

#endif /* CGPROF_ANALYSE_FILTER_H */
