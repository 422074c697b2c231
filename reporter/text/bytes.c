/* Bytes at call sites, as tables.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "text/bytes.h"
#include "base/print.h"
#include "base/sort.h"
#include "text/tables.h"

#include <stdlib.h>

#define VIEW_BYTES 16		/* Columns of a number of them.  */

static void
view_bytes_total (struct view *view, const struct byte_sums *sums)
{
  view_title (view, "Bytes", NULL);
  for (int i = MODEL_BYTES_NONE + 1; i < MODEL_BYTES_KINDS; i++)
    if (sums->total[i] > 0)
      {
	print_count (view->out, sums->total[i], VIEW_BYTES);
	fprintf (view->out, "  %s\n", model_bytes_names[i]);
      }
  print_count (view->out, sums->allocations, VIEW_BYTES);
  fputs ("  calls that allocate\n", view->out);
  print_count (view->out, sums->frees, VIEW_BYTES);
  fputs ("  calls that give back (of which blocks is not known)\n", view->out);
}

static void
view_bytes_sites (struct view *view, const struct byte_sums *sums)
{
  view_title (view, "Call sites by bytes", NULL);
  fprintf (view->out, "%*s%*s%*s  %-10s  %s\n", VIEW_BYTES, "bytes",
	   VIEW_COUNT, "calls", VIEW_COUNT, "bytes/call", "what",
	   "caller -> callee");
  for (size_t i = 0; i < sums->site_count && i < view->top; i++)
    {
      const struct model_site *site = &view->model->sites[sums->sites[i]];
      print_count (view->out, site->bytes, VIEW_BYTES);
      print_count (view->out, site->count, VIEW_COUNT);
      print_fixed (view->out, (double) site->bytes / (double) site->count, 1,
		   VIEW_COUNT);
      fprintf (view->out, "  %-10s",
	       model_bytes_names[model_bytes_of (view->model, site)]);
      view_site (view, site);
    }
}

static void
view_bytes_free_sites (struct view *view, const struct byte_sums *sums)
{
  if (sums->free_site_count == 0)
    return;
  view_title (view, "Call sites that give back", NULL);
  fprintf (view->out, "%*s  %s\n", VIEW_COUNT, "calls", "caller -> callee");
  for (size_t i = 0; i < sums->free_site_count && i < view->top; i++)
    {
      const struct model_site *site
	= &view->model->sites[sums->free_sites[i]];
      print_count (view->out, site->count, VIEW_COUNT);
      view_site (view, site);
    }
}

/* The most with callees first, then the most alone.  */

static int
view_bytes_compare (const void *closure, uint32_t i, uint32_t j)
{
  const struct byte_sums *sums = closure;
  const double *total = sums->allocated.total;
  if (total[i] != total[j])
    return total[i] > total[j] ? -1 : 1;
  uint64_t x = sums->functions[i].own[MODEL_BYTES_ALLOCATED];
  uint64_t y = sums->functions[j].own[MODEL_BYTES_ALLOCATED];
  return x != y ? (x > y ? -1 : 1) : i < j ? -1 : i > j;
}

static void
view_bytes_functions (struct view *view, const struct byte_sums *sums)
{
  size_t count = 0;
  uint32_t *order = mem_alloc (view->model->function_count, sizeof *order);
  for (size_t i = 0; i < view->model->function_count; i++)
    if (sums->allocated.total[i] > 0)
      order[count++] = i;
  sort_indices (order, count, view_bytes_compare, sums);
  view_title (view, "Functions by bytes allocated, with callees (shared by "
	      "numbers of calls)", NULL);
  fprintf (view->out, "%*s%*s  %s\n", VIEW_BYTES, "with callees", VIEW_BYTES,
	   "alone", "function");
  for (size_t i = 0; i < count && i < view->top; i++)
    {
      const struct byte_sums_function *each = &sums->functions[order[i]];
      double total = sums->allocated.total[order[i]];
      print_count (view->out, (uint64_t) (total + 0.5), VIEW_BYTES);
      print_count (view->out, each->own[MODEL_BYTES_ALLOCATED], VIEW_BYTES);
      fprintf (view->out, "  %s\n", view->results->names[order[i]]);
    }
  free (order);
}

void
view_bytes (struct view *view, const struct byte_sums *sums)
{
  view_bytes_total (view, sums);
  view_bytes_sites (view, sums);
  view_bytes_free_sites (view, sums);
  view_bytes_functions (view, sums);
}
