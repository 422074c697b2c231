/* How evenly processes or ranks share the work, as tables.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_TEXT_BALANCE_H
#define CGPROF_TEXT_BALANCE_H

#include "balance/balance.h"
#include "text/view.h"

/* Print BALANCE: the spread of each function's time and calls; and, of a few
   processes or ranks, the figures of each.  */
void view_balance (struct view *view, const struct balance *balance);

#endif /* CGPROF_TEXT_BALANCE_H */
