/* The order of functions, as linkers read it: for lld names of symbols; for
   gold, and for the script of GNU ld, names of the sections that
   -ffunction-sections puts functions into.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "analyse/function-order.h"
#include "text/link-order.h"
#include "text/view.h"

/* Between ".text" and the name of a function GCC puts what it knows of it:
   main is in .text.startup.main.  Those it took to be unlikely stay where they
   are, as the cold parts of hot functions have the same section.  */
static const char *const order_kinds[] = { "", ".hot", ".startup", ".exit" };

/* Print the sections of VIEW's functions, each between BEFORE and AFTER.  */

static void
order_print_sections (const struct view *view, const char *before,
		      const char *after)
{
  const struct function_order *order = view->functions;
  for (size_t i = 0; i < order->count; i++)
    for (size_t k = 0; k < sizeof order_kinds / sizeof *order_kinds; k++)
      fprintf (view->out, "%s.text%s.%s%s\n", before, order_kinds[k],
	       view->model->functions[order->functions[i]].symbol, after);
}

void
view_lld_order (const struct view *view)
{
  view_function_order (view);
}

void
view_gold_order (const struct view *view)
{
  order_print_sections (view, "", "");
}

void
view_ld_order (const struct view *view)
{
  order_print_sections (view, "*(", ")");
}
