/* Sums of older builds of a program, put on the newest one.

   Addresses and counters say nothing here: each build has its own.  What the
   plugin's tables of both say of functions and call sites is matched.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/diag.h"
#include "base/path.h"
#include "base/sort.h"
#include "model/model.h"
#include "sum/rebuild-parts.h"

#include <cgprof/abi.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void
rebuild_lose (struct rebuild *rebuild, const char *what, uint64_t count)
{
  if (count == 0)
    return;
  rebuild->losses = mem_grow (rebuild->losses, &rebuild->loss_room,
			      rebuild->loss_count + 1,
			      sizeof *rebuild->losses);
  rebuild->losses[rebuild->loss_count++] = (struct rebuild_loss) {
    what, count
  };
  rebuild->lost += count;
}

const char *
rebuild_name_site (struct rebuild *rebuild, const struct image *image,
		   uint32_t row)
{
  const struct site_tables_site *site = &image->rows.sites[row];
  return arena_format (&rebuild->arena, "%s -> %s (%s:%" PRIu32 ")",
		       image->rows.functions[site->function].name,
		       site->kind != CGPROF_SITE_DIRECT ? "[indirect]"
		       : site->callee ? site->callee : "?",
		       site->file ? path_base (site->file) : "", site->line);
}

/* ---- Functions, matched as in diff/diff.c.  */

enum
{
  REBUILD_BY_SYMBOL,		/* Symbol and file, */
  REBUILD_BY_BASE,		/* its last part, */
  REBUILD_BY_SOURCE,		/* likewise, without a clone's suffix, */
  REBUILD_BY_SOURCE_NAME,	/* the source's name alone.  */
  REBUILD_FUNCTION_WAYS
};

static bool
rebuild_function_open (void *closure, int side, uint32_t function)
{
  const struct rebuild_module *module = closure;
  return module->functions[side][function] == IMAGE_NONE;
}

static const char *
rebuild_function_key (void *closure, int side, uint32_t index, unsigned way,
		      struct arena *arena)
{
  const struct rebuild_module *module = closure;
  const struct image *image = module->images[side];
  const struct image_function *function = &image->functions[index];
  const struct site_tables_function *row
    = function->row == IMAGE_NONE ? NULL
				  : &image->rows.functions[function->row];
  const char *file = row ? row->file : function->file;
  const char *source = row && row->source_name ? row->source_name
					       : function->symbol;
  char kind = function->flags & IMAGE_FUNCTION_PLT ? 'p' : 'f';
  switch (way)
    {
    case REBUILD_BY_SYMBOL:
      return arena_format (arena, "%c%s\n%s", kind, function->symbol,
			   file ? file : "");
    case REBUILD_BY_BASE:
      return arena_format (arena, "%c%s\n%s", kind, function->symbol,
			   file ? path_base (file) : "");
    case REBUILD_BY_SOURCE:
      return arena_format (arena, "%c%s\n%s", kind, source,
			   file ? path_base (file) : "");
    default:
      return arena_format (arena, "%c%s", kind, source);
    }
}

static void
rebuild_function_found (void *closure, uint32_t old, uint32_t new)
{
  struct rebuild_module *module = closure;
  module->functions[REBUILD_OLD][old] = new;
  module->functions[REBUILD_NEW][new] = old;
}

/* ---- Call sites.  */

enum
{
  REBUILD_BY_LINE,		/* Function, callee, file and line; */
  REBUILD_BY_ORDER,		/* the former two.  */
  REBUILD_SITE_WAYS
};

/* The row of the function that site ROW of IMAGE is in, as an index of the
   image's functions.  */

static uint32_t
rebuild_caller (const struct image *image, uint32_t row)
{
  const struct site_tables *rows = &image->rows;
  return image_find (image,
		     rows->functions[rows->sites[row].function].address);
}

static bool
rebuild_site_open (void *closure, int side, uint32_t row)
{
  const struct rebuild_module *module = closure;
  uint32_t caller = rebuild_caller (module->images[side], row);
  return module->sites[side][row] == IMAGE_NONE && caller != IMAGE_NONE
    && module->functions[side][caller] != IMAGE_NONE;
}

static const char *
rebuild_site_key (void *closure, int side, uint32_t row, unsigned way,
		  struct arena *arena)
{
  const struct rebuild_module *module = closure;
  const struct image *image = module->images[side];
  const struct site_tables_site *site = &image->rows.sites[row];
  uint32_t caller = rebuild_caller (image, row);
  if (side == REBUILD_OLD)
    caller = module->functions[REBUILD_OLD][caller];
  bool direct = site->kind == CGPROF_SITE_DIRECT;
  const char *callee = site->callee ? site->callee : "";
  /* A local function that has no symbol of its own.  */
  if (direct && site->scope == CGPROF_SCOPE_ADDRESS)
    {
      uint32_t found = image_find (image, site->callee_address);
      if (found != IMAGE_NONE)
	callee = image->functions[found].symbol;
    }
  return way == REBUILD_BY_LINE
    ? arena_format (arena, "%" PRIu32 " %d %s\n%s:%" PRIu32, caller, direct,
		    callee, site->file ? path_base (site->file) : "",
		    site->line)
    : arena_format (arena, "%" PRIu32 " %d %s", caller, direct, callee);
}

static void
rebuild_site_found (void *closure, uint32_t old, uint32_t new)
{
  struct rebuild_module *module = closure;
  module->sites[REBUILD_OLD][old] = new;
  module->sites[REBUILD_NEW][new] = old;
}

static int
rebuild_compare_sites (const void *closure, uint32_t i, uint32_t j)
{
  const struct image *image = closure;
  const struct site_tables_site *a = &image->rows.sites[i];
  const struct site_tables_site *b = &image->rows.sites[j];
  if (a->function != b->function)
    return a->function < b->function ? -1 : 1;
  if (a->line != b->line)
    return a->line < b->line ? -1 : 1;
  if (a->column != b->column)
    return a->column < b->column ? -1 : 1;
  return i < j ? -1 : i > j;
}

/* Match what MODULE's two images have.  */

static void
rebuild_match (struct rebuild_module *module)
{
  struct match match = {
    .closure = module, .open = rebuild_function_open,
    .key = rebuild_function_key, .found = rebuild_function_found
  };
  struct match sites = {
    .closure = module, .open = rebuild_site_open, .key = rebuild_site_key,
    .found = rebuild_site_found
  };
  for (int side = 0; side < MATCH_SIDES; side++)
    {
      const struct image *image = module->images[side];
      size_t functions = match.count[side] = image->function_count;
      size_t rows = sites.count[side] = image->rows.site_count;
      match.order[side] = mem_alloc (functions, sizeof **match.order);
      sites.order[side] = mem_alloc (rows, sizeof **sites.order);
      module->functions[side]
	= mem_alloc (functions, sizeof **module->functions);
      module->sites[side] = mem_alloc (rows, sizeof **module->sites);
      for (size_t i = 0; i < functions; i++)
	{
	  match.order[side][i] = i;
	  module->functions[side][i] = IMAGE_NONE;
	}
      for (size_t i = 0; i < rows; i++)
	{
	  sites.order[side][i] = i;
	  module->sites[side][i] = IMAGE_NONE;
	}
      sort_indices (sites.order[side], rows, rebuild_compare_sites, image);
    }
  for (unsigned way = 0; way < REBUILD_FUNCTION_WAYS; way++)
    match_by (&match, way, way == REBUILD_BY_SOURCE_NAME);
  for (unsigned way = 0; way < REBUILD_SITE_WAYS; way++)
    match_by (&sites, way, false);
  for (int side = 0; side < MATCH_SIDES; side++)
    {
      free (match.order[side]);
      free (sites.order[side]);
    }
}

/* Lose all that OLD has counted: the file of the newer one cannot be had.  */

static void
rebuild_lose_module (struct rebuild *rebuild, const struct sum_module *old)
{
  uint64_t count = 0;
  for (uint64_t i = 0; i < old->word_count; i++)
    if (old->image->words[i] == SUM_WORD_COUNT
	&& !model_add_count (&count, old->words[i]))
      count = MODEL_COUNT_MAX;
  rebuild_lose (rebuild, arena_format (&rebuild->arena, "all of %s",
				       path_base (old->identity.path)),
		count);
}

/* ---- Addresses.  */

/* ADDRESS of FROM in TO.  AFTER: it may be what a call returns to.  */

static uint64_t
rebuild_address (const struct rebuild *rebuild,
		 const struct rebuild_module *modules, uint64_t address,
		 bool after)
{
  uint32_t number = sum_find_module (rebuild->from, address);
  if (number == MAP_NONE)
    return address;
  const struct sum_module *old = &rebuild->from->modules[number];
  const struct rebuild_module *module = &modules[number];
  const struct sum_module *new = &rebuild->to->modules[module->number];
  if (module->same)
    return address - old->base + new->base;
  const struct image *was = module->images[REBUILD_OLD];
  const struct image *is = module->images[REBUILD_NEW];
  if (!was)
    return CGPROF_ADDRESS_UNKNOWN;
  uint64_t place = (address - old->base + old->low) & was->code_mask;
  uint32_t found = image_find (was, place - after);
  found = found == IMAGE_NONE ? IMAGE_NONE
			      : module->functions[REBUILD_OLD][found];
  if (found == IMAGE_NONE)
    return CGPROF_ADDRESS_UNKNOWN;
  const struct image_function *function = &is->functions[found];
  /* Where a call could return to, so that it is in the function both as that
     and by itself.  */
  return function->address + (after && function->end > function->address + 1)
	 - new->low + new->base;
}

/* Put the calls of indirect sites.  */

static bool
rebuild_targets (struct rebuild *rebuild, const struct rebuild_module *modules)
{
  for (size_t i = 0; i < rebuild->from->target_count; i++)
    {
      const struct sum_target *target = &rebuild->from->targets[i];
      const struct rebuild_module *module = &modules[target->module];
      uint64_t word = target->word;
      if (!module->same)
	{
	  const struct image *was = module->images[REBUILD_OLD];
	  uint32_t row = was ? site_tables_find_word (&was->rows, word)
			     : IMAGE_NONE;
	  uint32_t at = row == IMAGE_NONE
	    ? IMAGE_NONE : module->sites[REBUILD_OLD][row];
	  if (at == IMAGE_NONE)
	    {
	      rebuild_lose (rebuild, row == IMAGE_NONE ? "[indirect]"
			    : rebuild_name_site (rebuild, was, row),
			    target->count);
	      continue;
	    }
	  word = module->images[REBUILD_NEW]->rows.sites[at].word;
	}
      uint64_t address = rebuild_address (rebuild, modules, target->address,
					  false);
      if (!sum_add_target (rebuild->to, module->number, word, address,
			   target->count))
	return false;
    }
  return true;
}

static bool
rebuild_contexts (struct rebuild *rebuild,
		  const struct rebuild_module *modules)
{
  const struct sum *from = rebuild->from;
  uint32_t *contexts = mem_alloc (from->context_count, sizeof *contexts);
  bool *calls = mem_alloc (from->context_count, sizeof *calls);
  for (size_t i = 0; i < from->context_count; i++)
    if (from->contexts[i].parent < from->context_count)
      calls[from->contexts[i].parent] = true;
  bool good = true;
  /* Parents come before their children.  */
  for (size_t i = 0; i < from->context_count && good; i++)
    {
      const struct sum_context *context = &from->contexts[i];
      uint64_t address = rebuild_address (rebuild, modules, context->address,
					  calls[i]);
      if (address == CGPROF_ADDRESS_UNKNOWN && context->address != address)
	rebuild->unknown += context->weight;
      contexts[i]
	= sum_get_context (rebuild->to, address,
			   context->parent < from->context_count
			   ? contexts[context->parent] : context->parent);
      good = sum_add_samples (rebuild->to, contexts[i], context->count,
			      context->weight);
    }
  free (calls);
  free (contexts);
  return good;
}

/* ---- All of it.  */

/* Find the module of TO that is OLD, and what is matched of it.  */

static void
rebuild_find_module (struct rebuild *rebuild, struct rebuild_module *module,
		     const struct sum_module *old, struct sum_images *images)
{
  struct sum *to = rebuild->to;
  uint32_t found = dict_find (&to->module_keys, old->key);
  module->same = found != MAP_NONE;
  for (size_t i = 0; i < to->module_count && found == MAP_NONE; i++)
    {
      const struct sum_identity *new = &to->modules[i].identity;
      if (old->identity.main ? new->main
	  : !new->main && strcmp (path_base (new->path),
				  path_base (old->identity.path)) == 0)
	found = i;
    }
  if (found == MAP_NONE)
    {
      /* What only the older one loaded.  */
      struct sum_module added = *old;
      added.initial = false;
      found = sum_get_module (to, &added);
      module->same = true;
    }
  module->number = found;
  if (module->same)
    return;
  const struct sum_image *was = sum_images_get (images, &old->identity);
  const struct sum_image *is
    = sum_images_get (images, &to->modules[found].identity);
  if (was->trouble || is->trouble)
    return;
  module->images[REBUILD_OLD] = &was->image;
  module->images[REBUILD_NEW] = &is->image;
  rebuild_match (module);
}

static int
rebuild_compare_losses (const void *x, const void *y)
{
  const struct rebuild_loss *a = x, *b = y;
  return a->count != b->count ? (a->count < b->count ? 1 : -1)
    : strcmp (a->what, b->what);
}

static const char *
rebuild_id (const struct sum *sum)
{
  for (size_t i = 0; i < sum->module_count; i++)
    if (sum->modules[i].identity.main)
      return sum->modules[i].identity.build_id
	? sum->modules[i].identity.build_id : "without build-id";
  return "?";
}

static const char *
rebuild_program (const struct sum *sum)
{
  for (size_t i = 0; i < sum->module_count; i++)
    if (sum->modules[i].identity.main)
      return path_base (sum->modules[i].identity.path);
  return "";
}

static void
rebuild_print (struct rebuild *rebuild, FILE *out)
{
  fprintf (out, "%s: build %s on build %s: %" PRIu64 " counts and %.3f "
	   "seconds have no place\n", rebuild_program (rebuild->from),
	   rebuild_id (rebuild->from), rebuild_id (rebuild->to),
	   rebuild->lost, rebuild->unknown / 1e9);
  if (rebuild->loss_count > 0)
    qsort (rebuild->losses, rebuild->loss_count, sizeof *rebuild->losses,
	   rebuild_compare_losses);
  for (size_t i = 0; i < rebuild->loss_count; i++)
    fprintf (out, "%13" PRIu64 "  %s\n", rebuild->losses[i].count,
	     rebuild->losses[i].what);
}

/* Put FROM on TO.  */

static bool
rebuild_one (struct sum *to, const struct sum *from,
	     struct sum_images *images, FILE *out)
{
  struct rebuild rebuild = { .to = to, .from = from };
  struct rebuild_module *modules
    = mem_alloc (from->module_count, sizeof *modules);
  bool good = true, fits = true;
  for (size_t i = 0; i < from->module_count && good && fits; i++)
    {
      const struct sum_module *old = &from->modules[i];
      struct rebuild_module *module = &modules[i];
      rebuild_find_module (&rebuild, module, old, images);
      struct sum_module *mine = &to->modules[module->number];
      if (!old->words)
	continue;
      if (!module->same && module->images[REBUILD_OLD]
	  && module->images[REBUILD_NEW]->blocks.function_count > 0)
	fits = diag_error (mine->identity.path, "all code is counted, "
			   "expected calls alone: code has no place in "
			   "another build");
      else if (!module->same && module->images[REBUILD_OLD])
	good = rebuild_words (&rebuild, old, module,
			      sum_images_get (images, &mine->identity));
      else if (module->same)
	{
	  if (!mine->image)
	    mine->image = old->image;
	  good = sum_add_words (mine, old->words, old->word_count);
	}
      else
	rebuild_lose_module (&rebuild, old);
    }
  good = good && fits && rebuild_targets (&rebuild, modules)
    && rebuild_contexts (&rebuild, modules);
  sum_add_periods (to, from->period, from->longest);
  for (uint32_t i = 0; i < SUM_KINDS; i++)
    sum_add_threads (to, i, &from->threads[i]);
  for (size_t i = 0; i < from->process_count; i++)
    sum_add_process (to, &from->processes[i]);
  if (good)
    rebuild_print (&rebuild, out);
  for (size_t i = 0; i < from->module_count; i++)
    for (int side = 0; side < MATCH_SIDES; side++)
      {
	free (modules[i].functions[side]);
	free (modules[i].sites[side]);
      }
  free (modules);
  free (rebuild.losses);
  arena_free (&rebuild.arena);
  return good
    || (fits && diag_error (NULL, "counts add up to more than 2^63 - 1"));
}

/* When the last process of SUM started.  */

static uint64_t
rebuild_time (const struct sum *sum)
{
  uint64_t time = 0;
  for (size_t i = 0; i < sum->process_count; i++)
    if (sum->processes[i].about.start_time > time)
      time = sum->processes[i].about.start_time;
  return time;
}

/* The newest first; the order does not depend on that of the profiles.  */

static int
rebuild_compare_sums (const void *x, const void *y)
{
  const struct sum *a = *(struct sum *const *) x;
  const struct sum *b = *(struct sum *const *) y;
  uint64_t first = rebuild_time (a), second = rebuild_time (b);
  return first != second ? (first < second ? 1 : -1) : strcmp (a->key, b->key);
}

bool
sum_set_rebuild (struct sum_set *set, struct sum_images *images, FILE *out)
{
  bool good = true;
  if (set->count > 0)
    qsort (set->sums, set->count, sizeof *set->sums, rebuild_compare_sums);
  for (size_t i = 0; i < set->count && good; i++)
    for (size_t j = i + 1; j < set->count && good;)
      {
	struct sum *to = set->sums[i];
	const struct sum *from = set->sums[j];
	if (to->word_size != from->word_size || to->clock != from->clock
	    || strcmp (rebuild_program (to), rebuild_program (from)) != 0)
	  {
	    j++;
	    continue;
	  }
	good = rebuild_one (to, from, images, out);
	sum_set_drop (set, j);
      }
  return good;
}
