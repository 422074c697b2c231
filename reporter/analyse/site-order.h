/* The order of call sites within a function.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ANALYSE_SITE_ORDER_H
#define CGPROF_ANALYSE_SITE_ORDER_H

#include "model/model.h"

/* Compare the places of site A of A_MODEL and site B of B_MODEL in their
   function: first the line and column where the outermost inlined function was
   called, then those in that function, and so on.  Negative if A comes first,
   0 if they are in the same place.  */
int site_order_compare (const struct model *a_model,
			const struct model_site *a,
			const struct model *b_model,
			const struct model_site *b);

#endif /* CGPROF_ANALYSE_SITE_ORDER_H */
