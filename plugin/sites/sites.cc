/* Facts about functions and call sites.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "sites/filter.h"
#include "sites/pieces.h"
#include "sites/sites.h"

struct function_sites *current_sites;
struct unit_totals unit_totals;

const char *
sites_name (tree decl)
{
  /* At link time nobody can name what the front end left unnamed.  */
  if (!HAS_DECL_ASSEMBLER_NAME_P (decl)
      || (!DECL_ASSEMBLER_NAME_SET_P (decl) && in_lto_p))
    return DECL_NAME (decl) ? IDENTIFIER_POINTER (DECL_NAME (decl)) : "";
  tree id = DECL_ASSEMBLER_NAME (decl);
  while (IDENTIFIER_TRANSPARENT_ALIAS (id))	/* A weakref.  */
    id = TREE_CHAIN (id);
  const char *name = IDENTIFIER_POINTER (id);
  return targetm.strip_name_encoding (name);
}

struct place
sites_place (location_t location)
{
  expanded_location x = expand_location (location);
  struct place place = { NULL, 0, 0 };
  if (x.file && x.line > 0)
    {
      place.file = remap_debug_filename (x.file);
      place.line = x.line;
      place.column = x.column > 0 ? x.column : 0;
    }
  return place;
}

/* Step from BLOCK outwards to the next that is the outermost block of an
   inlined function; set *FUNCTION to that function.  NULL if there is
   none.  */

static tree
next_inlined_block (tree block, tree *function)
{
  for (; block && TREE_CODE (block) == BLOCK;
       block = BLOCK_SUPERCONTEXT (block))
    if (inlined_function_outer_scope_p (block))
      {
	tree origin = block_ultimate_origin (block);
	if (origin && TREE_CODE (origin) == FUNCTION_DECL)
	  {
	    *function = origin;
	    return block;
	  }
      }
  return NULL_TREE;
}

void
sites_begin (tree decl)
{
  gcc_assert (!current_sites);
  current_sites = new function_sites ();
  current_sites->decl = decl;
  current_sites->number = unit_totals.functions++;
}

/* Put where the code of BLOCK was inlined into FRAMES.  */

static void
collect_frames (tree block, auto_vec<inline_frame> *frames)
{
  tree function;
  for (; (block = next_inlined_block (block, &function));
       block = BLOCK_SUPERCONTEXT (block))
    {
      struct inline_frame frame;
      frame.function = sites_name (function);
      frame.place = sites_place (BLOCK_SOURCE_LOCATION (block));
      frames->safe_push (frame);
    }
}

struct site *
sites_add (enum cgprof_site_kind kind, location_t location, unsigned words)
{
  struct site *site = new struct site ();
  site->kind = kind;
  site->location = location;
  site->place = sites_place (location);
  site->word = current_sites->words;
  site->inlined = new auto_vec<inline_frame> ();
  current_sites->words += words;
  collect_frames (LOCATION_BLOCK (location), site->inlined);
  current_sites->sites.safe_push (site);
  unit_totals.sites++;
  unit_totals.indirect += kind != CGPROF_SITE_DIRECT;
  return site;
}

struct advice_site *
sites_add_advice (enum cgprof_advice_kind kind, location_t location)
{
  struct advice_site *site = new struct advice_site ();
  site->kind = kind;
  site->place = sites_place (location);
  site->inlined = new auto_vec<inline_frame> ();
  collect_frames (LOCATION_BLOCK (location), site->inlined);
  current_sites->advice.safe_push (site);
  return site;
}

/* Whether BLOCK is a part of FUNCTION that GCC had made a function of, inlined
   in the other part: no call of the source's.  A function that was inlined in
   itself still calls itself somewhere.  */

static bool
split_part_p (tree block, tree function)
{
  tree outer;
  if (!next_inlined_block (BLOCK_SUPERCONTEXT (block), &outer))
    outer = DECL_ORIGIN (current_sites->decl);
  if (outer != function)
    return false;
  for (tree called : current_sites->called)
    if (DECL_ORIGIN (called) == function)
      return false;
  return true;
}

/* Add the calls that were inlined in BLOCK, and those in the blocks in it.  */

static void
add_inlined_calls (tree block)
{
  tree function;
  if (next_inlined_block (block, &function) == block
      && !lookup_attribute ("no_instrument_function",
			    DECL_ATTRIBUTES (function))
      && !split_part_p (block, function))
    {
      struct site *site = new struct site ();
      site->callee = sites_name (function);
      site->place = sites_place (BLOCK_SOURCE_LOCATION (block));
      site->inlined = new auto_vec<inline_frame> ();
      collect_frames (BLOCK_SUPERCONTEXT (block), site->inlined);
      current_sites->inlined_calls.safe_push
	({ block, site, new auto_vec<unsigned> () });
    }
  for (tree inner = BLOCK_SUBBLOCKS (block); inner;
       inner = BLOCK_CHAIN (inner))
    add_inlined_calls (inner);
}

void
sites_add_inlined_calls (void)
{
  tree outermost = DECL_INITIAL (current_sites->decl);
  if (outermost && TREE_CODE (outermost) == BLOCK)
    add_inlined_calls (outermost);
}

void
sites_set_callee (struct site *site, tree decl, const char *name)
{
  site->scope = CGPROF_SCOPE_GLOBAL;
  if (!decl)
    {
      site->callee = name;
      return;
    }

  /* An alias that nothing can replace is the function it stands for.  */
  if (cgraph_node *node = cgraph_node::get (decl))
    {
      enum availability available;
      cgraph_node *ultimate = node->ultimate_alias_target (&available);
      if (ultimate != node && available > AVAIL_INTERPOSABLE
	  && !ultimate->thunk)
	decl = ultimate->decl;
    }
  site->callee = sites_name (decl);
  if (!TREE_PUBLIC (decl) && !DECL_EXTERNAL (decl))
    /* The linker gives no address of an ifunc to what is not loaded.  */
    site->scope = lookup_attribute ("ifunc", DECL_ATTRIBUTES (decl))
      ? CGPROF_SCOPE_MODULE : CGPROF_SCOPE_ADDRESS;
  else if (DECL_VISIBILITY (decl) == VISIBILITY_HIDDEN
	   || DECL_VISIBILITY (decl) == VISIBILITY_INTERNAL)
    site->scope = CGPROF_SCOPE_MODULE;
}

void
sites_set_local (struct site *site)
{
  site->local = true;
  if (site->scope == CGPROF_SCOPE_GLOBAL)
    site->scope = CGPROF_SCOPE_MODULE;
}

/* Whether SITE and BYTES are of calls of one function at one place, in the
   same inlined copy of the code that has it.  */

static bool
same_call_p (const struct site *site, const struct site_bytes *bytes)
{
  return site->callee && site->location == bytes->location
	 && !strcmp (site->callee, bytes->callee);
}

void
sites_attach_bytes (void)
{
  unsigned i, j;
  struct site_bytes *bytes, *other;
  struct site *site;
  FOR_EACH_VEC_ELT (current_sites->bytes, i, bytes)
    {
      auto_vec<struct site *> sites;
      unsigned before = 0, copies = 0;
      FOR_EACH_VEC_ELT (current_sites->sites, j, site)
	if (same_call_p (site, bytes))
	  sites.safe_push (site);
      FOR_EACH_VEC_ELT (current_sites->bytes, j, other)
	if (!sites.is_empty () && same_call_p (sites[0], other))
	  {
	    before += j < i;
	    copies++;
	  }
      /* If some of the copies that GCC made of a call became no calls, nobody
	 knows which.  */
      if (copies == sites.length () && copies > 0)
	sites[before]->bytes = bytes;
    }
}

bool
sites_excluded (location_t location)
{
  tree function;
  for (tree block = LOCATION_BLOCK (location);
       (block = next_inlined_block (block, &function));
       block = BLOCK_SUPERCONTEXT (block))
    if (lookup_attribute ("no_instrument_function",
			  DECL_ATTRIBUTES (function)))
      return true;
  return false;
}

/* Whether NODE's function may be entered by what counts no call of it.  */

static bool
entered_from_outside_p (cgraph_node *node)
{
  tree decl = node->decl;
  if (TREE_PUBLIC (decl) || node->address_taken
      || node->force_output || node->has_aliases_p ()
      || DECL_STATIC_CONSTRUCTOR (decl) || DECL_STATIC_DESTRUCTOR (decl)
      || DECL_PRESERVE_P (decl))
    return true;
  for (cgraph_edge *e = node->callers; e; e = e->next_caller)
    {
      /* A caller that was inlined is part of the function it went to.  */
      cgraph_node *caller = e->caller->inlined_to ? e->caller->inlined_to
	: e->caller;
      if (caller->thunk || !filter_admits (caller->decl)
	  || !filter_admits (e->caller->decl))
	return true;
    }
  return false;
}

/* Of each function, by its node's number.  */
static vec<bool> entered = vNULL;

void
sites_note_entered (void)
{
  entered.safe_grow_cleared (symtab->cgraph_max_uid);
  cgraph_node *node;
  FOR_EACH_FUNCTION (node)
    entered[node->get_uid ()] = entered_from_outside_p (node);
}

bool
sites_entered_from_outside (tree decl)
{
  cgraph_node *node = cgraph_node::get (decl);
  if (!node)
    return true;
  unsigned number = node->get_uid ();
  return number < entered.length () ? entered[number]
				      : entered_from_outside_p (node);
}

void
sites_end (void)
{
  unsigned i;
  struct site *site;
  FOR_EACH_VEC_ELT (current_sites->sites, i, site)
    {
      delete site->inlined;
      delete site;
    }
  struct advice_site *advice;
  FOR_EACH_VEC_ELT (current_sites->advice, i, advice)
    {
      free (advice->object);
      delete advice->inlined;
      delete advice;
    }
  for (const inlined_call &call : current_sites->inlined_calls)
    {
      delete call.site->inlined;
      delete call.site;
      delete call.pieces;
    }
  delete current_sites->pieces;
  delete current_sites;
  current_sites = NULL;
}
