/* The order of call sites within a function.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "analyse/site-order.h"
#include "base/path.h"

#include <string.h>

static int
site_order_compare_numbers (uint32_t a, uint32_t b)
{
  return a < b ? -1 : a > b;
}

static int
site_order_compare_places (const char *a, uint32_t a_line, uint32_t a_column,
			   const char *b, uint32_t b_line, uint32_t b_column)
{
  if (!a != !b)
    return a ? 1 : -1;
  int order
    = a && a != b ? strcmp (path_base (a), path_base (b)) : 0;
  if (order == 0)
    order = site_order_compare_numbers (a_line, b_line);
  return order != 0 ? order : site_order_compare_numbers (a_column, b_column);
}

int
site_order_compare (const struct model *a_model, const struct model_site *a,
		    const struct model *b_model, const struct model_site *b)
{
  uint32_t i = a->inlined;
  uint32_t j = b->inlined;
  for (;;)
    {
      const struct model_inline *x = i > 0 ? &a_model->inlines[a->inlines
							       + --i] : NULL;
      const struct model_inline *y = j > 0 ? &b_model->inlines[b->inlines
							       + --j] : NULL;
      int order = site_order_compare_places
	(x ? x->file : a->file, x ? x->line : a->line,
	 x ? x->column : a->column, y ? y->file : b->file,
	 y ? y->line : b->line, y ? y->column : b->column);
      if (order != 0)
	return order;
      if (!x || !y)
	return x ? 1 : y ? -1 : 0;
    }
}
