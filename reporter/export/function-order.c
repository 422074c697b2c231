/* The order of functions, as linkers read it: for lld names of symbols; for
   gold, and for the script of GNU ld, names of the sections that
   -ffunction-sections puts functions into.  And what lld makes an order of
   itself: calls.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/mem.h"
#include "export/export.h"
#include "text/link-order.h"

#include <inttypes.h>
#include <stdlib.h>

/* Between ".text" and the name of a function GCC puts what it knows of it:
   main is in .text.startup.main.  Those it took to be unlikely stay where they
   are, as the cold parts of hot functions have the same section.  */
static const char *const order_kinds[] = { "", ".hot", ".startup", ".exit" };

/* Print the sections of EXPORT's functions, each between BEFORE and AFTER.  */

static void
order_print_sections (const struct export *export, FILE *out,
		      const char *before, const char *after)
{
  const struct function_order *order = &export->order;
  for (size_t i = 0; i < order->count; i++)
    for (size_t k = 0; k < sizeof order_kinds / sizeof *order_kinds; k++)
      fprintf (out, "%s.text%s.%s%s\n", before, order_kinds[k],
	       export->model->functions[order->functions[i]].symbol, after);
}

static void
lld_order_print (const struct export *export, FILE *out)
{
  view_function_order (export->model, &export->order, out);
}

const struct exporter export_lld_order = {
  .name = "lld-order",
  .about = "order of functions, for lld --symbol-ordering-file",
  .needs = EXPORT_ORDER,
  .print = lld_order_print
};

static void
gold_order_print (const struct export *export, FILE *out)
{
  order_print_sections (export, out, "", "");
}

const struct exporter export_gold_order = {
  .name = "gold-order",
  .about = "the same, for gold --section-ordering-file",
  .needs = EXPORT_ORDER,
  .print = gold_order_print
};

static void
ld_order_print (const struct export *export, FILE *out)
{
  order_print_sections (export, out, "*(", ")");
}

const struct exporter export_ld_order = {
  .name = "ld-order",
  .about = "the same, to INCLUDE in .text of GNU ld",
  .needs = EXPORT_ORDER,
  .print = ld_order_print
};

/* Print who calls whom how often, of the functions that have a place in the
   order.  */

static void
lld_calls_print (const struct export *export, FILE *out)
{
  const struct model *model = export->model;
  const struct results *results = export->results;
  const struct function_order *order = &export->order;
  bool *placed = mem_alloc (model->function_count, sizeof *placed);
  for (size_t i = 0; i < order->count; i++)
    placed[order->functions[i]] = true;
  for (size_t i = 0; i < results->arc_count; i++)
    {
      const struct result_arc *arc = &results->arcs[i];
      if (arc->count > 0 && placed[arc->caller] && placed[arc->callee])
	fprintf (out, "%s %s %" PRIu64 "\n",
		 model->functions[arc->caller].symbol,
		 model->functions[arc->callee].symbol, arc->count);
    }
  free (placed);
}

const struct exporter export_lld_calls = {
  .name = "lld-callgraph",
  .about = "calls, for lld --call-graph-ordering-file",
  .needs = EXPORT_ORDER,
  .print = lld_calls_print
};
