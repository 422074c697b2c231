/* Two models side by side.

   Addresses say nothing here: each build has its own.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "diff/diff.h"
#include "analyse/precision.h"
#include "analyse/site-order.h"
#include "base/match.h"
#include "base/path.h"
#include "base/sort.h"

#include <stdlib.h>
#include <string.h>

/* ---- Functions.  */

/* By what functions are matched, the surest first.  */
enum diff_way
{
  DIFF_BY_SYMBOL,		/* Symbol, module and file, */
  DIFF_BY_BASE,			/* its last part, */
  DIFF_BY_SOURCE,		/* likewise, without a clone's suffix; the
				   first with the first.  */
  DIFF_BY_SOURCE_NAME,		/* The source's name alone, if no other
				   function is left that has it.  */
  DIFF_WAYS
};

/* What must be equal of two functions to match by WAY.  */

static const char *
diff_function_key (const struct model *model, uint32_t index,
		   enum diff_way way, struct arena *arena)
{
  const struct model_function *function = &model->functions[index];
  const struct model_module *module
    = function->module != MODEL_NONE ? &model->modules[function->module]
				     : NULL;
  char kind = function->flags & MODEL_FUNCTION_PLT ? 'p'
    : function->flags & MODEL_FUNCTION_UNKNOWN ? 'u' : 'f';

  /* The program may have another name now.  */
  const char *where = !module ? "?" : module->main ? "" : module->name;
  const char *file = function->file ? function->file : "";
  const char *source = function->source ? function->source
					: function->symbol;
  switch (way)
    {
    case DIFF_BY_SYMBOL:
      return arena_format (arena, "%c%s\n%s\n%s", kind, function->symbol,
			   where, file);
    case DIFF_BY_BASE:
      return arena_format (arena, "%c%s\n%s\n%s", kind, function->symbol,
			   where, path_base (file));
    case DIFF_BY_SOURCE:
      return arena_format (arena, "%c%s\n%s\n%s", kind, source, where,
			   path_base (file));
    default:
      return arena_format (arena, "%c%s", kind,
			   kind == 'u' ? where : source);
    }
}

static int
diff_compare_addresses (const void *closure, uint32_t i, uint32_t j)
{
  const struct model *model = closure;
  const struct model_function *a = &model->functions[i];
  const struct model_function *b = &model->functions[j];
  if (a->module != b->module)
    return a->module < b->module ? -1 : 1;
  if (a->address != b->address)
    return a->address < b->address ? -1 : 1;
  return i < j ? -1 : i > j;
}

/* Make one function of OLD and NEW, either of which may be MODEL_NONE.  */

static void
diff_pair (struct diff *diff, uint32_t old, uint32_t new)
{
  diff->functions = mem_grow (diff->functions, &diff->function_room,
			      diff->function_count + 1,
			      sizeof *diff->functions);
  const uint32_t index[] = { old, new };
  struct diff_function *function = &diff->functions[diff->function_count];
  *function = (struct diff_function) { .index = { old, new } };
  for (int side = 0; side < DIFF_SIDES; side++)
    if (index[side] != MODEL_NONE)
      {
	const struct results *results = diff->results[side];
	const struct result_function *each
	  = &results->functions[index[side]];
	diff->pairs[side][index[side]] = diff->function_count;
	function->name = results->names[index[side]];
	function->calls.value[side] = each->calls;
	function->spontaneous.value[side] = each->spontaneous;
	const struct model_function *counted
	  = &results->model->functions[index[side]];
	if (counted->flags & MODEL_FUNCTION_INSTRUCTIONS)
	  {
	    function->counted[side] = diff->counted[side] = true;
	    function->instructions.value[side] = counted->instructions;
	    diff->instructions.value[side] += counted->instructions;
	  }
	function->self.value[side] = each->self / results->second;
	function->inclusive.value[side]
	  = (each->self + each->child) / results->second;
      }
  diff->function_count++;
}

static bool
diff_function_open (void *closure, int side, uint32_t function)
{
  const struct diff *diff = closure;
  return diff->pairs[side][function] == MODEL_NONE;
}

static const char *
diff_function_match (void *closure, int side, uint32_t function, unsigned way,
		     struct arena *arena)
{
  const struct diff *diff = closure;
  return diff_function_key (diff->models[side], function, way, arena);
}

static void
diff_function_found (void *closure, uint32_t old, uint32_t new)
{
  diff_pair (closure, old, new);
}

static void
diff_functions (struct diff *diff)
{
  struct match match = {
    .closure = diff, .open = diff_function_open, .key = diff_function_match,
    .found = diff_function_found
  };
  uint32_t **order = match.order;
  for (int side = 0; side < DIFF_SIDES; side++)
    {
      const struct model *model = diff->models[side];
      size_t count = match.count[side] = model->function_count;
      diff->pairs[side] = mem_alloc (count, sizeof *diff->pairs[side]);
      order[side] = mem_alloc (count, sizeof *order[side]);
      for (size_t i = 0; i < count; i++)
	{
	  diff->pairs[side][i] = MODEL_NONE;
	  order[side][i] = i;
	}
      sort_indices (order[side], count, diff_compare_addresses, model);
    }
  for (int way = 0; way < DIFF_WAYS; way++)
    match_by (&match, way, way == DIFF_BY_SOURCE_NAME);
  for (int side = 0; side < DIFF_SIDES; side++)
    for (size_t i = 0; i < diff->models[side]->function_count; i++)
      {
	uint32_t function = order[side][i];
	if (diff->pairs[side][function] == MODEL_NONE)
	  diff_pair (diff, side == DIFF_OLD ? function : MODEL_NONE,
		     side == DIFF_OLD ? MODEL_NONE : function);
      }
  free (order[DIFF_OLD]);
  free (order[DIFF_NEW]);
}

/* ---- Arcs.  */

static uint64_t
diff_arc_key (const struct diff *diff, int side, const struct result_arc *arc)
{
  return (uint64_t) diff->pairs[side][arc->caller] << 32
    | diff->pairs[side][arc->callee];
}

static void
diff_arcs (struct diff *diff)
{
  struct map map = { 0 };
  map_reserve (&map, diff->results[DIFF_NEW]->arc_count);
  for (int side = 0; side < DIFF_SIDES; side++)
    for (size_t i = 0; i < diff->results[side]->arc_count; i++)
      {
	const struct result_arc *arc = &diff->results[side]->arcs[i];
	uint64_t key = diff_arc_key (diff, side, arc);
	uint32_t *place = map_place (&map, key, 0);
	if (*place == MAP_NONE)
	  {
	    *place = diff->arc_count;
	    diff->arcs = mem_grow (diff->arcs, &diff->arc_room,
				   diff->arc_count + 1, sizeof *diff->arcs);
	    diff->arcs[diff->arc_count++] = (struct diff_arc) {
	      .caller = key >> 32, .callee = (uint32_t) key,
	      .index = { MODEL_NONE, MODEL_NONE }
	    };
	  }
	struct diff_arc *both = &diff->arcs[*place];
	both->index[side] = i;
	both->count.value[side] = arc->count;
	both->inclusive.value[side]
	  = (arc->self + arc->child) / diff->results[side]->second;
      }
  map_free (&map);
}

/* ---- Call sites.  */

/* A side's sites, to sort those that have a key in common.  */
struct diff_side_sites
{
  const struct diff *diff;
  int side;
};

/* What sites have in common that are told apart by their order: the ends, and
   whether the call is direct.  Indirect sites are known by the targets they
   were seen to have, so one may be missing; that must not make another of
   each direct one.  Functions are numbered below 2^31.  */

static uint64_t
diff_site_key (const struct diff *diff, int side, uint32_t index)
{
  const struct model_site *site = &diff->models[side]->sites[index];
  return (uint64_t) diff->pairs[side][site->caller] << 32
    | (uint64_t) diff->pairs[side][site->callee] << 1
    | (site->kind != MODEL_SITE_DIRECT);
}

static int
diff_compare_sites (const void *closure, uint32_t i, uint32_t j)
{
  const struct diff_side_sites *sites = closure;
  const struct model *model = sites->diff->models[sites->side];
  int order = site_order_compare (model, &model->sites[i], model,
				  &model->sites[j]);
  return order != 0 ? order : i < j ? -1 : i > j;
}

/* The sites of one side: those in one place, which the compiler made of one
   call of the source, are one.  */
struct diff_places
{
  struct diff_place
  {
    uint64_t key;
    uint32_t site;		/* The first of them.  */
    uint64_t count;
    double inclusive;		/* In seconds.  */
  } *places;
  size_t count;
};

static void
diff_list_places (const struct diff *diff, int side,
		  struct diff_places *places)
{
  const struct model *model = diff->models[side];
  const struct results *results = diff->results[side];
  struct diff_side_sites sites = { diff, side };
  uint32_t *order = mem_alloc (model->site_count, sizeof *order);
  struct sort_item *items = mem_alloc (model->site_count, sizeof *items);
  for (size_t i = 0; i < model->site_count; i++)
    items[i] = (struct sort_item) { diff_site_key (diff, side, i), i };
  sort_by_keys (items, order, model->site_count, diff_compare_sites, &sites);
  free (items);
  *places = (struct diff_places) {
    .places = mem_alloc (model->site_count, sizeof *places->places)
  };
  struct diff_place *last = NULL;
  for (size_t i = 0; i < model->site_count; i++)
    {
      const struct model_site *site = &model->sites[order[i]];
      uint64_t key = diff_site_key (diff, side, order[i]);
      if (!last || last->key != key
	  || site_order_compare (model, &model->sites[last->site], model,
				 site))
	{
	  last = &places->places[places->count++];
	  *last = (struct diff_place) { .key = key, .site = order[i] };
	}
      last->count += site->count;
      last->inclusive += results->sites[order[i]] / results->second;
    }
  free (order);
}

/* Add the site that is OLD and NEW, either of which may be NULL.  */

static void
diff_add_site (struct diff *diff, uint32_t ordinal,
	       const struct diff_place *old, const struct diff_place *new)
{
  uint64_t key = old ? old->key : new->key;
  diff->sites = mem_grow (diff->sites, &diff->site_room,
			  diff->site_count + 1, sizeof *diff->sites);
  diff->sites[diff->site_count++] = (struct diff_site) {
    .caller = key >> 32, .callee = (uint32_t) key >> 1,
    .index = { old ? old->site : MODEL_NONE, new ? new->site : MODEL_NONE },
    .ordinal = ordinal, .indirect = key & 1,
    .count.value = { old ? old->count : 0, new ? new->count : 0 },
    .inclusive.value = { old ? old->inclusive : 0, new ? new->inclusive : 0 }
  };
}

/* Which of OLD and NEW comes first; 0 if they are one site.  In one build a
   site is where it was; of two builds it is the next that is meant.  */

static int
diff_compare_sides (const struct diff *diff, const struct diff_place *old,
		    const struct diff_place *new)
{
  if (old->key != new->key)
    return old->key < new->key ? -1 : 1;
  if (!diff->same_build)
    return 0;
  const struct model *const *models = diff->models;
  return site_order_compare
    (models[DIFF_OLD], &models[DIFF_OLD]->sites[old->site], models[DIFF_NEW],
     &models[DIFF_NEW]->sites[new->site]);
}

static void
diff_sites (struct diff *diff)
{
  struct diff_places old;
  struct diff_places new;
  diff_list_places (diff, DIFF_OLD, &old);
  diff_list_places (diff, DIFF_NEW, &new);
  size_t i = 0;
  size_t j = 0;
  uint64_t last = UINT64_MAX;
  uint32_t ordinal = 0;
  while (i < old.count || j < new.count)
    {
      const struct diff_place *a = i < old.count ? &old.places[i] : NULL;
      const struct diff_place *b = j < new.count ? &new.places[j] : NULL;
      int first = !a ? 1 : !b ? -1 : diff_compare_sides (diff, a, b);
      if (first > 0)
	a = NULL;
      else if (first < 0)
	b = NULL;
      uint64_t key = a ? a->key : b->key;
      ordinal = key == last ? ordinal + 1 : 1;
      last = key;
      diff_add_site (diff, ordinal, a, b);
      i += a != NULL;
      j += b != NULL;
    }
  free (old.places);
  free (new.places);
}

/* ---- Errors of times.  */

static void
diff_set_error (struct diff_time *time,
		const struct precision precisions[DIFF_SIDES])
{
  double old = precision_error (&precisions[DIFF_OLD],
				time->value[DIFF_OLD]);
  double new = precision_error (&precisions[DIFF_NEW],
				time->value[DIFF_NEW]);
  time->error = precision_combine (old, new);
}

static void
diff_errors (struct diff *diff)
{
  struct precision precisions[DIFF_SIDES];
  for (int side = 0; side < DIFF_SIDES; side++)
    precision_find (&precisions[side], diff->results[side]);
  for (size_t i = 0; i < diff->function_count; i++)
    {
      diff_set_error (&diff->functions[i].self, precisions);
      diff_set_error (&diff->functions[i].inclusive, precisions);
    }
  for (size_t i = 0; i < diff->arc_count; i++)
    diff_set_error (&diff->arcs[i].inclusive, precisions);
  for (size_t i = 0; i < diff->site_count; i++)
    diff_set_error (&diff->sites[i].inclusive, precisions);
}

static const char *
diff_build (const struct model *model)
{
  for (size_t i = 0; i < model->module_count; i++)
    if (model->modules[i].main)
      return model->modules[i].build_id;
  return NULL;
}

void
diff_make (struct diff *diff, const struct results *old,
	   const struct results *new)
{
  *diff = (struct diff) {
    .models = { old->model, new->model }, .results = { old, new }
  };
  const char *old_build = diff_build (old->model);
  const char *new_build = diff_build (new->model);
  diff->same_build = old_build && new_build
    && strcmp (old_build, new_build) == 0;
  diff_functions (diff);
  diff_arcs (diff);
  diff_sites (diff);
  diff_errors (diff);
}

void
diff_free (struct diff *diff)
{
  free (diff->functions);
  free (diff->arcs);
  free (diff->sites);
  free (diff->stacks);
  free (diff->pairs[DIFF_OLD]);
  free (diff->pairs[DIFF_NEW]);
  free (diff->shown_functions);
  free (diff->shown_instructions);
  free (diff->shown_arcs);
  free (diff->shown_sites);
}
