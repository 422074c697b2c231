/* Which call site comes first in its function.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ANALYSE_SITE_ORDER_H
#define CGPROF_ANALYSE_SITE_ORDER_H

#include "model/model.h"

/* Compare where site A of A_MODEL and B of B_MODEL are in their function: by
   where the outermost function that was inlined stands, then where in that,
   and so on.  Negative if A is first, 0 if they are in the same place.  */
int site_order_compare (const struct model *a_model,
			const struct model_site *a,
			const struct model *b_model,
			const struct model_site *b);

#endif /* CGPROF_ANALYSE_SITE_ORDER_H */
