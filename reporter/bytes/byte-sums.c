/* Bytes at call sites, summed up by function.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "analyse/propagate.h"
#include "base/diag.h"
#include "base/sort.h"
#include "bytes/byte-sums.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The most bytes first; then in the order of the model.  */

static int
byte_sums_compare (const void *closure, uint32_t i, uint32_t j)
{
  const struct model_site *sites = closure;
  if (sites[i].bytes != sites[j].bytes)
    return sites[i].bytes > sites[j].bytes ? -1 : 1;
  return i < j ? -1 : i > j;
}

/* The most calls first; then in the order of the model.  */

static int
byte_sums_compare_calls (const void *closure, uint32_t i, uint32_t j)
{
  const struct model_site *sites = closure;
  if (sites[i].count != sites[j].count)
    return sites[i].count > sites[j].count ? -1 : 1;
  return i < j ? -1 : i > j;
}

/* Whether the calls of SITE give back a block.  */

static bool
byte_sums_frees (const struct model *model, const struct model_site *site)
{
  const char *symbol = model->functions[site->callee].symbol;
  return strcmp (symbol, "free") == 0 || strcmp (symbol, "cfree") == 0
    || strcmp (symbol, "munmap") == 0
    /* operator delete and delete[], of whatever arguments.  */
    || strncmp (symbol, "_ZdlPv", 6) == 0 || strncmp (symbol, "_ZdaPv", 6) == 0;
}

/* Sum up the calls that allocate and give back.  */

static bool
byte_sums_add_calls (struct byte_sums *sums, const struct model *model)
{
  for (size_t i = 0; i < model->site_count; i++)
    {
      const struct model_site *site = &model->sites[i];
      bool frees = site->count > 0 && byte_sums_frees (model, site);
      if (frees)
	sums->free_sites[sums->free_site_count++] = i;
      if ((frees && !model_add_count (&sums->frees, site->count))
	  || (model_bytes_of (model, site) == MODEL_BYTES_ALLOCATED
	      && !model_add_count (&sums->allocations, site->count)))
	return diag_error (model->program, "the calls that allocate are more "
			   "than %" PRIu64, MODEL_COUNT_MAX);
    }
  sort_indices (sums->free_sites, sums->free_site_count,
		byte_sums_compare_calls, model->sites);
  return true;
}

/* Sum up what sites have by function.  */

static bool
byte_sums_add_sites (struct byte_sums *sums, const struct model *model)
{
  for (size_t i = 0; i < model->site_count; i++)
    {
      const struct model_site *site = &model->sites[i];
      if (site->bytes_kind == MODEL_BYTES_NONE)
	continue;
      uint64_t *own = sums->functions[site->caller].own;
      enum model_bytes_kind kind = model_bytes_of (model, site);
      if (!model_add_count (&own[kind], site->bytes)
	  || !model_add_count (&sums->total[kind], site->bytes))
	return diag_error (model->program, "the bytes of all call sites are "
			   "more than %" PRIu64, MODEL_COUNT_MAX);
      if (site->bytes > 0)
	sums->sites[sums->site_count++] = i;
    }
  sort_indices (sums->sites, sums->site_count, byte_sums_compare,
		model->sites);
  return true;
}

double
byte_sums_share (const struct results *results, const struct result_arc *arc)
{
  const struct result_function *callee = &results->functions[arc->callee];
  uint32_t cycle = callee->cycle;
  if (arc->count == 0 || arc->caller == arc->callee
      || (cycle != MODEL_NONE
	  && cycle == results->functions[arc->caller].cycle))
    return 0;
  return (double) arc->count
    / (double) (cycle != MODEL_NONE ? results->cycles[cycle].calls
				    : callee->calls - callee->self_calls);
}

/* What is less than this part of a function's bytes is what rounding left.  */
#define BYTE_SUMS_LEAST 1e-9

/* Give what counted callers do not have of ALL, the bytes of function or cycle
   number I: that of a cycle to its members by their calls from uncounted code,
   to the first one if there were none.  */

static void
byte_sums_add_outside (struct byte_sums *sums, const struct results *results,
		       size_t i, bool is_cycle, double all, double passed)
{
  double rest = all - passed;
  if (!(rest > all * BYTE_SUMS_LEAST))
    return;
  if (!is_cycle)
    {
      sums->functions[i].outside = rest;
      return;
    }
  const struct result_cycle *cycle = &results->cycles[i];
  const uint32_t *members = &results->members[cycle->first];
  uint64_t calls = 0;
  for (uint32_t j = 0; j < cycle->size; j++)
    calls += results->functions[members[j]].spontaneous;
  if (calls == 0)
    sums->functions[members[0]].outside = rest;
  for (uint32_t j = 0; calls > 0 && j < cycle->size; j++)
    sums->functions[members[j]].outside
      = rest * (double) results->functions[members[j]].spontaneous
	/ (double) calls;
}

/* Share what functions allocate among their callers: callees come first.  */

static void
byte_sums_propagate (struct byte_sums *sums, const struct results *results)
{
  size_t count = results->model->function_count;
  uint32_t *order = propagate_order (results);
  double *cycles = mem_alloc (results->cycle_count + 1, sizeof *cycles);
  /* What callers got, of functions and then of cycles.  */
  double *passed = mem_alloc (count + results->cycle_count, sizeof *passed);
  for (size_t i = 0; i < count; i++)
    {
      uint32_t cycle = results->functions[i].cycle;
      double own = sums->functions[i].own[MODEL_BYTES_ALLOCATED];
      sums->functions[i].allocated = own;
      if (cycle != MODEL_NONE)
	cycles[cycle] += own;
    }
  for (size_t i = 0; i < count; i++)
    for (uint32_t j = results->out_first[order[i]];
	 j < results->out_first[order[i] + 1]; j++)
      {
	const struct result_arc *arc = &results->arcs[results->out[j]];
	uint32_t from = results->functions[arc->caller].cycle;
	uint32_t to = results->functions[arc->callee].cycle;
	double all = to != MODEL_NONE ? cycles[to]
		     : sums->functions[arc->callee].allocated;
	double part = all * byte_sums_share (results, arc);
	sums->functions[arc->caller].allocated += part;
	passed[to != MODEL_NONE ? count + to : arc->callee] += part;
	if (from != MODEL_NONE)
	  cycles[from] += part;
      }
  for (size_t i = 0; i < count; i++)
    if (results->functions[i].cycle != MODEL_NONE)
      sums->functions[i].allocated = cycles[results->functions[i].cycle];
    else
      byte_sums_add_outside (sums, results, i, false,
			     sums->functions[i].allocated, passed[i]);
  for (size_t i = 0; i < results->cycle_count; i++)
    byte_sums_add_outside (sums, results, i, true, cycles[i],
			   passed[count + i]);
  free (passed);
  free (cycles);
  free (order);
}

bool
byte_sums_make (struct byte_sums *sums, const struct results *results)
{
  const struct model *model = results->model;
  *sums = (struct byte_sums) { 0 };
  for (size_t i = 0; i < model->site_count && !sums->known; i++)
    sums->known = model->sites[i].bytes_kind != MODEL_BYTES_NONE;
  if (!sums->known)
    return true;
  sums->functions = mem_alloc (model->function_count, sizeof *sums->functions);
  sums->sites = mem_alloc (model->site_count, sizeof *sums->sites);
  sums->free_sites = mem_alloc (model->site_count, sizeof *sums->free_sites);
  if (!byte_sums_add_sites (sums, model) || !byte_sums_add_calls (sums, model))
    return false;
  byte_sums_propagate (sums, results);
  return true;
}

void
byte_sums_free (struct byte_sums *sums)
{
  free (sums->functions);
  free (sums->sites);
  free (sums->free_sites);
  memset (sums, 0, sizeof *sums);
}
