/* Which of a model's functions and arcs the user wants to see.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ANALYSE_FILTER_H
#define CGPROF_ANALYSE_FILTER_H

#include "analyse/filter-parse.h"
#include "analyse/results.h"

/* What one specification selects.  */
struct filter
{
  uint16_t *masks;		/* By function: a bit for each use.  */
  uint16_t used;		/* Uses by which any function is selected.  */
};

/* Set FILTER to what SPECS select of the model, whose functions are named, and
   the selection of its results that follows from that alone.  */
void filter_functions (struct filter *filter, struct results *results,
		       const struct filter_specs *specs);

/* Take the arcs that SPECS exclude out of RESULTS, and their calls.  */
void filter_arcs (struct results *results, const struct filter_specs *specs);

/* Whether NAME is one of FUNCTION's: the model's, with or without the types of
   its parameters, or the assembler's.  */
bool filter_is_named (const struct model_function *function,
		      const char *name);

/* Likewise, or the name by which reports show FUNCTION.  */
bool select_is_shown (const struct results *results, uint32_t function,
		      const char *name);

/* Whether FUNCTION is selected for USE.  */
static inline bool
filter_has (const struct filter *filter, uint32_t function,
	    enum filter_use use)
{
  return filter->masks[function] >> use & 1;
}

/* Whether any function is.  */
static inline bool
filter_uses (const struct filter *filter, enum filter_use use)
{
  return filter->used >> use & 1;
}

void filter_free (struct filter *filter);

#endif /* CGPROF_ANALYSE_FILTER_H */
