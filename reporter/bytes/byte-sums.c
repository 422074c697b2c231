/* Bytes at call sites, summed up by function.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

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
    || strncmp (symbol, "_ZdlPv", 6) == 0
    || strncmp (symbol, "_ZdaPv", 6) == 0;
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
  double *own = mem_alloc (model->function_count, sizeof *own);
  for (size_t i = 0; i < model->function_count; i++)
    own[i] = sums->functions[i].own[MODEL_BYTES_ALLOCATED];
  call_shares_make (&sums->allocated, results, own);
  free (own);
  return true;
}

void
byte_sums_free (struct byte_sums *sums)
{
  call_shares_free (&sums->allocated);
  free (sums->functions);
  free (sums->sites);
  free (sums->free_sites);
  memset (sums, 0, sizeof *sums);
}
