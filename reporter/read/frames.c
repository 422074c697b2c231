/* What a profile's stacks lack.

   The contexts are made anew, parents first.  A context that calls several
   functions (by an indirect call, or because tail calls follow) becomes
   several, so that each makes a single call.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "read/frames.h"
#include "base/path.h"
#include "base/sort.h"
#include "elf/call-decode.h"
#include "elf/inlines.h"
#include "elf/lines.h"

#include <cgprof/abi.h>
#include <stdlib.h>
#include <string.h>

/* A function inlined somewhere.  */
struct frames_level
{
  uint32_t function;
  uint32_t line;		/* Where it was inlined.  */
  const char *file;
};

/* An address on a stack.  */
struct frames_place
{
  uint32_t module;
  uint32_t function;		/* Whose code it is.  */
  uint64_t address;
  const char *file;
  uint32_t line;
  uint32_t column;
  uint32_t levels;		/* First of LEVEL_COUNT, outermost first.  */
  uint32_t level_count;
  uint32_t named;		/* What the call there names, MODEL_NONE if
				   that is not known.  */
  bool looked;			/* NAMED is set.  */
  bool answered;		/* The call there that leads to CALLEE, the
				   first that was asked for, is SITE.  */
  uint32_t callee;
  uint32_t site;
};

/* A new context, made of an old one for CALLEE: most have one only.  */
struct frames_first
{
  uint32_t callee;
  uint32_t made;		/* MODEL_NONE: none yet.  */
};

/* The stacks that are put right.  */
struct frames_stacks
{
  struct frames *frames;
  struct model_context *old;	/* As they were read.  */
  size_t count;
  uint32_t *places;
  uint32_t *parents;		/* The new parent of each.  */
  struct frames_first *first;	/* By old context.  */
  struct map made;		/* New context by (old one, callee), where
				   FIRST is for another callee.  */
  struct map made_leaf;		/* New context by (parent, place).  */
};

/* How far ahead places are looked up: what memory takes for it goes on
   meanwhile.  */
#define FRAMES_AHEAD 12

/* The number in TEXTS of TEXT, of which there is one copy only.  */

static uint32_t
frames_text (struct frames *frames, const char *text)
{
  uint32_t found = dict_find (&frames->strings, text);
  if (found == MAP_NONE)
    {
      found = frames->text_count;
      frames->texts = mem_grow (frames->texts, &frames->text_room, found + 1,
				sizeof *frames->texts);
      frames->texts[frames->text_count++]
	= arena_string (&frames->model->arena, text);
      *dict_place (&frames->strings, frames->texts[found]) = found;
    }
  return found;
}

static const char *
frames_string (struct frames *frames, const char *text)
{
  if (!text)
    return NULL;
  uint32_t number = frames_text (frames, text);
  return frames->texts[number];
}

static uint32_t
frames_get_place (struct frames *frames, uint32_t function, uint64_t address)
{
  uint32_t *place = map_place (&frames->place_map, address, function);
  if (*place == MAP_NONE)
    {
      *place = frames->place_count;
      frames->places = mem_grow (frames->places, &frames->place_room,
				 frames->place_count + 1,
				 sizeof *frames->places);
      frames->places[frames->place_count++] = (struct frames_place) {
	.module = frames->model->functions[function].module,
	.function = function, .address = address
      };
    }
  return *place;
}

/* The function that LEVEL of MODULE means: the one of this name and file, if
   there is code of it, too.  */

static uint32_t
frames_inlined (struct frames *frames, uint32_t module,
		const struct inlines_level *level)
{
  struct reader *reader = frames->reader;
  const struct image *image = reader_image (reader, module);
  uint32_t found = dict_find (&image->global_names, level->symbol);
  if (found != MAP_NONE)
    return reader_get_function (reader, module, found);
  found = dict_find (&image->local_names, level->symbol);
  if (found != MAP_NONE && level->decl_file && image->functions[found].file
      && strcmp (path_base (image->functions[found].file),
		 path_base (level->decl_file)) == 0)
    return reader_get_function (reader, module, found);
  return model_get_inlined (frames->model, module, level->symbol,
			    level->decl_file, level->decl_line);
}

static void
frames_look (struct frames *frames, struct frames_place *place,
	     struct lines *lines, struct inlines *inlines)
{
  struct lines_place found;
  lines_look_place (lines, place->address, &found);
  place->file = frames_string (frames, found.file);
  place->line = found.line;
  place->column = found.column;
  if (!inlines)
    return;
  const struct inlines_level *levels;
  size_t count = inlines_look (inlines, place->address, &levels);
  place->levels = frames->level_count;
  place->level_count = count;
  frames->levels = mem_grow (frames->levels, &frames->level_room,
			     frames->level_count + count,
			     sizeof *frames->levels);
  for (size_t i = 0; i < count; i++)
    frames->levels[frames->level_count++] = (struct frames_level) {
      .function = frames_inlined (frames, place->module, &levels[i]),
      .file = frames_string (frames, levels[i].file),
      .line = levels[i].line
    };
}

/* The COUNT places from number FIRST on by module and address, as indices; to
   be freed.  */

static struct sort_item *
frames_sort_places (const struct frames *frames, size_t first, size_t count)
{
  struct sort_item *items = mem_alloc (count, sizeof *items);
  for (size_t i = 0; i < count; i++)
    items[i] = (struct sort_item) { frames->places[first + i].address,
				    first + i };
  sort_items (items, count);
  for (size_t i = 0; i < count; i++)
    items[i].key = frames->places[items[i].index].module;
  sort_items (items, count);
  return items;
}

/* Look up the places from number FIRST on, opening each module's debug
   information once.  */

static void
frames_look_all (struct frames *frames, size_t first)
{
  size_t count = frames->place_count - first;
  struct sort_item *order = frames_sort_places (frames, first, count);
  struct lines *lines = NULL;
  struct inlines *inlines = NULL;
  for (size_t i = 0; i < count; i++)
    {
      struct frames_place *place = &frames->places[order[i].index];
      if (i == 0 || order[i - 1].key != place->module)
	{
	  const struct image *image = reader_image (frames->reader,
						    place->module);
	  inlines_close (inlines);
	  lines_close (lines);
	  lines = image ? lines_open (image) : NULL;
	  inlines = lines && frames->detail >= FRAMES_INLINES
	    ? inlines_open (lines) : NULL;
	}
      if (lines)
	frames_look (frames, place, lines, inlines);
    }
  inlines_close (inlines);
  lines_close (lines);
  free (order);
}

/* Whether SITE may be the call at PLACE.  */

static bool
frames_fits (const struct model_site *site, const struct frames_place *place)
{
  return site->line == place->line
    && (site->column == 0 || place->column == 0
	|| site->column == place->column)
    && site->file && place->file
    && strcmp (path_base (site->file), path_base (place->file)) == 0;
}

/* Whether what leads to TARGET, in FUNCTION of IMAGE, calls the function:
   where it begins, or at a local entry, which only functions that count
   entries have.  */

static bool
frames_enters (const struct image *image,
	       const struct image_function *function, uint64_t target)
{
  return function->address == target
    || (function->row != IMAGE_NONE
	&& (image->rows.functions[function->row].flags
	    & CGPROF_FUNCTION_ENTRY));
}

/* What the instruction that leads to TARGET in IMAGE, which is MODULE's,
   calls: a function, or what *SYMBOL means; the other one becomes MODEL_NONE
   or NULL.  */

static uint32_t
frames_lead (const struct frames *frames, const struct image *image,
	     uint32_t module, uint64_t target, const char **symbol)
{
  *symbol = NULL;
  uint32_t found = image_find (image, target);
  if (found == IMAGE_NONE
      || !frames_enters (image, &image->functions[found], target))
    return MODEL_NONE;
  if (image->functions[found].flags & IMAGE_FUNCTION_PLT)
    {
      *symbol = image->functions[found].symbol;
      return MODEL_NONE;
    }
  return reader_find_function (frames->reader, module, found);
}

/* The function that the instruction of PLACE calls by name, if it is one
   that was counted there, or MODEL_NONE.  */

static uint32_t
frames_named (struct frames *frames, struct frames_place *place)
{
  const struct model_site *sites = frames->model->sites;
  if (place->looked)
    return place->named;
  place->looked = true;
  place->named = MODEL_NONE;
  uint32_t first = call_index_first (&frames->calls, place->function);
  if (place->module == MODEL_NONE || first == MODEL_NONE)
    return MODEL_NONE;
  const struct image *image = reader_image (frames->reader, place->module);
  uint64_t target;
  if (!image || !call_decode_target (image, place->address + 1, &target))
    return MODEL_NONE;
  const char *symbol;
  uint32_t function = frames_lead (frames, image, place->module, target,
				   &symbol);
  const struct call_index_arc *arc
    = call_index_find (&frames->calls, place->function, function);
  if (arc && arc->direct)
    place->named = function;
  for (uint32_t i = symbol ? first : MODEL_NONE;
       i != MODEL_NONE && place->named == MODEL_NONE;
       i = frames->calls.next[i])
    if (sites[i].kind == MODEL_SITE_DIRECT && !sites[i].tail
	&& strcmp (symbol,
		   frames->model->functions[sites[i].callee].symbol) == 0)
      place->named = sites[i].callee;
  return place->named;
}

/* The call at PLACE that leads to CALLEE, perhaps by a tail call, or
   MODEL_NONE.  Of several calls made of one in the source it is the first.
   Without lines it is known if there is just one.  */

static uint32_t
frames_search_site (const struct frames *frames,
		    const struct frames_place *place, uint32_t callee)
{
  const struct model_site *sites = frames->model->sites;
  uint32_t other = MODEL_NONE;
  unsigned others = 0;
  for (uint32_t i = place->line > 0
		    ? call_index_first (&frames->calls, place->function)
		    : MODEL_NONE;
       i != MODEL_NONE; i = frames->calls.next[i])
    {
      if (sites[i].tail || !frames_fits (&sites[i], place))
	continue;
      if (sites[i].callee == callee)
	return i;
      if (other == MODEL_NONE || sites[i].callee != sites[other].callee)
	others++;
      other = i;
    }
  const struct call_index_arc *arc
    = call_index_find (&frames->calls, place->function, callee);
  if (arc && arc->sites == 1 && others == 0)
    return arc->site;
  return !arc && others == 1 ? other : MODEL_NONE;
}

static uint32_t
frames_find_site (struct frames *frames, uint32_t place, uint32_t callee)
{
  struct frames_place *each = &frames->places[place];
  if (!each->answered)
    {
      each->answered = true;
      each->callee = callee;
      each->site = frames_search_site (frames, each, callee);
    }
  if (each->callee == callee)
    return each->site;
  uint32_t *known = map_place (&frames->site_map, place, callee);
  if (*known == MAP_NONE)
    *known = frames_search_site (frames, each, callee);
  return *known;
}

/* Add contexts for the function at PLACE and for the COUNT LEVELS that were
   inlined there, below PARENT, and return the innermost.  LEAF: the
   innermost function, which *LAST becomes in any case, gets none.  */

static uint32_t
frames_add_levels (struct frames *frames, uint32_t parent,
		   const struct frames_place *place,
		   const struct frames_level *levels, size_t count,
		   bool leaf, uint32_t *last)
{
  uint32_t function = place->function;
  uint32_t flags = 0;
  *last = function;
  for (size_t i = 0; i < count + !leaf; i++)
    {
      bool innermost = i == count;
      parent = model_add_context (frames->model, &(struct model_context) {
	  .function = function, .parent = parent, .site = MODEL_NONE,
	  .flags = flags, .address = place->address,
	  .file = innermost ? place->file : levels[i].file,
	  .line = innermost ? place->line : levels[i].line });
      if (!innermost)
	*last = function = levels[i].function;
      flags = MODEL_FRAME_INLINED;
    }
  return parent;
}

/* FILE of FUNCTION's site, as a whole path if that is known.  */

static const char *
frames_whole (struct frames *frames, uint32_t function, const char *file)
{
  struct model *model = frames->model;
  const char *directory = model->functions[function].directory;
  if (!file || file[0] == '/' || !directory)
    return file;
  uint32_t *place = map_place (&frames->paths, (uintptr_t) file,
			       (uintptr_t) directory);
  if (*place == MAP_NONE)
    *place = frames_text (frames, arena_format (&model->arena, "%s/%s",
						directory, file));
  return frames->texts[*place];
}

/* Add to the levels those that the tables of the plugin say of SITE of
   MODULE; return the first one's index.  */

static uint32_t
frames_site_levels (struct frames *frames, uint32_t module, uint32_t site)
{
  struct model *model = frames->model;
  const struct model_site *call = &model->sites[site];
  uint32_t first = frames->level_count;
  frames->levels = mem_grow (frames->levels, &frames->level_room,
			     first + call->inlined, sizeof *frames->levels);
  for (uint32_t i = call->inlined; i-- > 0;)
    {
      const struct model_inline *from = &model->inlines[call->inlines + i];
      struct inlines_level level = { .symbol = from->symbol };
      frames->levels[frames->level_count++] = (struct frames_level) {
	.function = frames_inlined (frames, module, &level),
	.file = frames_whole (frames, call->caller, from->file),
	.line = from->line
      };
    }
  return first;
}

/* Add a context for FUNCTION, which went on to CALLEE by a tail call, below
   PARENT, and return it.  */

static uint32_t
frames_add_tail (struct frames *frames, uint32_t parent, uint32_t function,
		 uint32_t callee)
{
  const struct model_site *sites = frames->model->sites;
  struct model_context context = {
    .function = function, .parent = parent,
    .site = call_index_first (&frames->calls, function),
    .flags = MODEL_FRAME_INFERRED
  };
  while (context.site != MODEL_NONE
	 && !(sites[context.site].tail
	      && sites[context.site].callee == callee))
    context.site = frames->calls.next[context.site];
  if (context.site != MODEL_NONE && frames->detail > FRAMES_TAILS)
    {
      context.file = frames_whole (frames, function,
				   sites[context.site].file);
      context.line = sites[context.site].line;
    }
  return model_add_context (frames->model, &context);
}

/* Whether FUNCTION, which was called, can have left no frame although no
   counted tail call says so: it was not compiled with the plugin and made a
   tail call, or is an ifunc, and what it stands for runs, or its frame was
   folded.  CALLEE is what was seen in its place.  */

static bool
frames_is_away (const struct frames *frames, uint32_t function,
		uint32_t callee)
{
  const struct model_function *functions = frames->model->functions;
  return function != callee
    && ((functions[function].flags & MODEL_FUNCTION_ROW) == 0
	|| strcmp (functions[callee].symbol, MODEL_FOLDED) == 0)
    && strcmp (functions[function].symbol, functions[callee].symbol) != 0;
}

/* Whether FUNCTION may have run in place of what a call on its caller's line
   leads to.  Not what interrupts its caller on the way there: a handler of
   signals returns to code without a name; and what a record of advice calls
   has the line of the call it is about.  */

static bool
frames_may_replace (const struct frames *frames, uint32_t function)
{
  const struct model_function *each = &frames->model->functions[function];
  return (each->flags & MODEL_FUNCTION_UNKNOWN) == 0
    && strcmp (each->symbol, MODEL_OWN) != 0;
}

/* The new context for the old one CONTEXT when it leads to CALLEE.  */

static uint32_t
frames_get (struct frames_stacks *stacks, uint32_t context, uint32_t callee)
{
  if (context == MODEL_NONE)
    return MODEL_NONE;
  struct frames *frames = stacks->frames;
  struct frames_first *first = &stacks->first[context];
  bool further = first->made != MODEL_NONE && first->callee != callee;
  uint32_t made = further ? map_find (&stacks->made, context, callee)
			  : first->made;
  if (made != MODEL_NONE)
    return made;
  struct model *model = frames->model;
  uint32_t index = stacks->places[context];
  /* No instruction calls the kernel by name: a page fault may come at any.  */
  bool kernel = model_state_of (model, callee) != MODEL_STATE_RUNNING;
  uint32_t named = kernel ? MODEL_NONE
			  : frames_named (frames, &frames->places[index]);
  uint32_t site = kernel ? MODEL_NONE
			 : frames_find_site (frames, index, named == MODEL_NONE
							    ? callee : named);
  /* Lines are not enough for that: a signal may have come on one.  */
  bool entered = named != MODEL_NONE;
  if (named == MODEL_NONE && site != MODEL_NONE
      && model->sites[site].callee != callee
      && !frames_may_replace (frames, callee))
    site = MODEL_NONE;
  if (named == MODEL_NONE && site != MODEL_NONE
      && model->sites[site].kind == MODEL_SITE_DIRECT)
    named = model->sites[site].callee;
  struct frames_place place = frames->places[index];
  uint32_t caller = place.function;
  const uint32_t *between;
  size_t count = frames->calls.has_tails
    ? tail_frames_find (&frames->calls.tails, caller, callee,
			named != MODEL_NONE || site == MODEL_NONE
			? named : model->sites[site].callee, &between)
    : 0;
  if (count == 0 && named != MODEL_NONE
      && frames_is_away (frames, named, callee))
    {
      between = &named;
      count = 1;
    }
  if (count == 0 && entered && frames->calls.has_tails)
    count = tail_frames_follow (&frames->calls.tails, named, callee,
				&between);
  if (count > 0 && site == MODEL_NONE)
    site = frames_find_site (frames, index, between[0]);
  if (site != MODEL_NONE && !place.file && frames->detail > FRAMES_TAILS)
    {
      place.file = frames_whole (frames, caller, model->sites[site].file);
      place.line = model->sites[site].line;
      if (frames->detail >= FRAMES_INLINES
	  && model->sites[site].inlined > 0)
	{
	  place.levels = frames_site_levels (frames, place.module, site);
	  place.level_count = model->sites[site].inlined;
	}
    }
  uint32_t last;
  uint32_t added = frames_add_levels (frames, stacks->parents[context],
				      &place, frames->levels + place.levels,
				      place.level_count, false, &last);
  model->contexts[added].site = site;

  for (size_t i = 0; i < count; i++)
    added = frames_add_tail (frames, added, between[i],
			     i + 1 < count ? between[i + 1] : callee);
  if (further)
    *map_place (&stacks->made, context, callee) = added;
  else
    *first = (struct frames_first) { callee, added };
  return added;
}

/* Give SAMPLE its new context, and what was inlined at PLACE, where it was
   taken.  */

static void
frames_move (struct frames_stacks *stacks, struct model_sample *sample,
	     uint32_t place)
{
  struct frames *frames = stacks->frames;
  struct model *model = frames->model;
  uint32_t function = sample->function;
  sample->context = frames_get (stacks, sample->context, function);
  if (frames->detail == FRAMES_TAILS)
    return;
  const struct frames_place *at = &frames->places[place];
  sample->file = at->file;
  sample->line = at->line;
  if (at->level_count == 0)
    return;
  uint32_t *made = map_place (&stacks->made_leaf, sample->context, place);
  sample->function = frames->levels[at->levels + at->level_count - 1]
    .function;
  sample->flags |= MODEL_FRAME_INLINED;
  if (*made == MAP_NONE)
    *made = frames_add_levels (frames, sample->context, at,
			       frames->levels + at->levels,
			       at->level_count, true, &sample->function);
  sample->context = *made;
  model->functions[function].self_ns -= sample->ns;
  model->functions[sample->function].self_ns += sample->ns;
}

/* Whether there is anything to be found.  */

static bool
frames_worth (const struct frames *frames)
{
  return frames->model->sample_count > 0
    && (frames->model->site_count > 0 || frames->detail > FRAMES_TAILS);
}

/* Find the calls that were made; what they have told of places is forgotten if
   they are others now.  */

static void
frames_set_calls (struct frames *frames)
{
  if (!call_index_set (&frames->calls, frames->model))
    return;
  for (size_t i = 0; i < frames->place_count; i++)
    frames->places[i].looked = frames->places[i].answered = false;
  map_free (&frames->site_map);
}

/* Set STACKS to the contexts of FRAMES' model, which has none then.  */

static void
frames_take_stacks (struct frames_stacks *stacks, struct frames *frames)
{
  struct model *model = frames->model;
  size_t count = model->context_count;
  *stacks = (struct frames_stacks) {
    .frames = frames, .old = model->contexts, .count = count,
    .places = mem_alloc (count, sizeof *stacks->places),
    .parents = mem_alloc (count, sizeof *stacks->parents),
    .first = mem_alloc (count, sizeof *stacks->first)
  };
  model->contexts = NULL;
  model->context_count = model->context_room = 0;
  for (size_t i = 0; i < count; i++)
    {
      size_t ahead = i + FRAMES_AHEAD;
      if (ahead < count)
	map_prefetch (&frames->place_map, stacks->old[ahead].address,
		      stacks->old[ahead].function);
      stacks->first[i].made = MODEL_NONE;
      stacks->places[i] = frames_get_place (frames, stacks->old[i].function,
					    stacks->old[i].address);
    }
}

static void
frames_free_stacks (struct frames_stacks *stacks)
{
  free (stacks->old);
  free (stacks->places);
  free (stacks->parents);
  free (stacks->first);
  map_free (&stacks->made);
  map_free (&stacks->made_leaf);
}

/* Return the places of all samples, to be freed.  */

static uint32_t *
frames_get_sample_places (struct frames *frames)
{
  const struct model *model = frames->model;
  const struct model_sample *samples = model->samples;
  uint32_t *places = mem_alloc (model->sample_count, sizeof *places);
  for (size_t i = 0; i < model->sample_count; i++)
    {
      size_t ahead = i + FRAMES_AHEAD;
      if (ahead < model->sample_count)
	map_prefetch (&frames->place_map, samples[ahead].address,
		      samples[ahead].function);
      places[i] = frames_get_place (frames, samples[i].function,
				    samples[i].address);
    }
  return places;
}

void
frames_find (struct frames *frames, struct reader *reader,
	     enum frames_detail detail)
{
  struct model *model = reader->model;
  frames->reader = reader;
  frames->model = model;
  frames->detail = detail;
  if (!frames_worth (frames))
    return;
  frames_set_calls (frames);
  size_t known = frames->place_count;
  struct frames_stacks stacks;
  frames_take_stacks (&stacks, frames);
  uint32_t *sample_places = NULL;
  if (detail > FRAMES_TAILS)
    {
      sample_places = frames_get_sample_places (frames);
      frames_look_all (frames, known);
    }
  for (size_t i = 0; i < stacks.count; i++)
    stacks.parents[i] = frames_get (&stacks, stacks.old[i].parent,
				    stacks.old[i].function);
  for (size_t i = 0; i < model->sample_count; i++)
    frames_move (&stacks, &model->samples[i],
		 sample_places ? sample_places[i] : MODEL_NONE);
  free (sample_places);
  frames_free_stacks (&stacks);
}

void
frames_free (struct frames *frames)
{
  call_index_free (&frames->calls);
  free (frames->places);
  free (frames->levels);
  free (frames->texts);
  dict_free (&frames->strings);
  map_free (&frames->paths);
  map_free (&frames->place_map);
  map_free (&frames->site_map);
  memset (frames, 0, sizeof *frames);
}
