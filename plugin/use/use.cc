/* Compiling by what an earlier run counted.

   A function is found again by its name, and in it a line by how far it is
   from that and from the calls around it (moved-lines.cc), so that what was
   edited elsewhere does not matter.  Functions that were never called become
   cold, those that ran most hot, before anything is inlined.  Where GCC has
   guessed how likely branches are, those are told whose sides' lines were
   counted, or what other branches leave of these; an indirect call that nearly
   always led to one function gets a guarded direct call of it.

   Code that was inlined early is part of the function by then.  Its lines were
   counted in all of its copies together, so a branch is judged within the
   inlined call that it is part of: what is inlined deeper stands for the line
   of its call there.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "except.h"
#include "predict.h"
#include "tree-eh.h"
#include "value-prof.h"
#include "sites/sites.h"
#include "use/counted.h"
#include "use/moved-lines.h"
#include "use/use.h"

/* An indirect call is guarded if so much of it led to one function.  */
#define GUARD_PERCENT 75

/* GCC's limits at -O3: how large a function is that may be inlined without
   being asked for, and how much time that must save, in %, to be worth
   more.  */
#define INLINE_INSNS 30
#define INLINE_SPEEDUP 15

/* How far empty blocks are followed.  */
#define FORWARDERS 4

/* How often a function's branches are looked at.  */
#define ROUNDS 8

/* Where the lines of the functions are that have been seen.  */
static hash_map<tree, moved_lines *> *moved;

/* Of the unit.  */
static unsigned found_functions, changed_functions;
static const char *first_changed;

/* ---- Functions.  */

static counted_function *
find_function (tree decl)
{
  return counted_find (sites_name (DECL_ORIGIN (decl)));
}

/* Give DECL the attribute NAME, unless the source says what it is.  */

static void
mark_function (tree decl, const char *name)
{
  if (!lookup_attribute ("hot", DECL_ATTRIBUTES (decl))
      && !lookup_attribute ("cold", DECL_ATTRIBUTES (decl)))
    DECL_ATTRIBUTES (decl) = tree_cons (get_identifier (name), NULL_TREE,
					DECL_ATTRIBUTES (decl));
}

/* Whether FUNCTION never ran, anywhere.  */

static bool
never_ran_p (const counted_function *function)
{
  if (function->calls > 0)
    return false;
  for (const counted_line &line : function->lines)
    if (line.count > 0)
      return false;
  return true;
}

static void
mark_functions (void *, void *)
{
  cgraph_node *node;
  FOR_EACH_DEFINED_FUNCTION (node)
    {
      counted_function *function = find_function (node->decl);
      if (!function)
	continue;
      if (never_ran_p (function))
	mark_function (node->decl, "cold");
      else if (function->hot)
	mark_function (node->decl, "hot");
    }
}

/* ---- Lines.  */

/* The innermost inlined call that LOCATION is part of, as a block, and what it
   is a call of; NULL and the current function if it is not.  */

static tree
inlined_at (location_t location, tree *function)
{
  for (tree block = LOCATION_BLOCK (location);
       block && TREE_CODE (block) == BLOCK; block = BLOCK_SUPERCONTEXT (block))
    if (inlined_function_outer_scope_p (block))
      {
	*function = block_ultimate_origin (block);
	return block;
      }
  *function = current_function_decl;
  return NULL_TREE;
}

/* The inlined call that BLOCK, one, is in.  */

static tree
outer_call (tree block)
{
  for (block = BLOCK_SUPERCONTEXT (block);
       block && TREE_CODE (block) == BLOCK; block = BLOCK_SUPERCONTEXT (block))
    if (inlined_function_outer_scope_p (block))
      return block;
  return NULL_TREE;
}

/* Where the lines of FUNCTION are; NULL: it has not been seen.  */

static const moved_lines *
find_moved (tree function)
{
  moved_lines **map = moved ? moved->get (DECL_ORIGIN (function)) : NULL;
  return map ? *map : NULL;
}

/* What was counted of FUNCTION's lines; NULL: nothing, or it is another one
   now.  */

static const counted_function *
find_counted (tree function)
{
  const moved_lines *map = function ? find_moved (function) : NULL;
  return function && !(map && map->changed) ? find_function (function) : NULL;
}

/* LOCATION as a line of FUNCTION, from that of its name on.  */

static int
line_now (location_t location, tree function)
{
  return (int) LOCATION_LINE (location)
	 - (int) DECL_SOURCE_LINE (DECL_ORIGIN (function));
}

/* The line of FUNCTION that was counted where LOCATION is now.  */

static int
line_in (location_t location, tree function)
{
  int line = line_now (location, function);
  const moved_lines *map = find_moved (function);
  return map ? moved_lines_find (map, line) : line;
}

/* A place in a function that was counted.  */
struct source_point
{
  int line;
  int column;
};

static bool
operator== (const source_point &a, const source_point &b)
{
  return a.line == b.line && a.column == b.column;
}

/* Where a branch is.  */
struct branch_place
{
  tree scope;			/* The inlined call of FUNCTION that it is in,
				   as a block; NULL: of the function
				   itself.  */
  tree function;
  source_point point;
  bool tested;			/* It was one when it was counted, too, and not
				   code that ran on both ways.  */
};

/* Where LOCATION was in FUNCTION when that was counted.  */

static source_point
point_in (location_t location, tree function)
{
  return { line_in (location, function), (int) LOCATION_COLUMN (location) };
}

/* Find the POINT of what is at LOCATION within PLACE's scope; false if it is
   not in there.  */

static bool
point_at (location_t location, const branch_place &place, source_point *point)
{
  if (LOCATION_LOCUS (location) == UNKNOWN_LOCATION)
    return false;
  tree called;
  for (tree block = inlined_at (location, &called); block != place.scope;
       block = outer_call (block))
    {
      if (!block)
	return false;
      location = BLOCK_SOURCE_LOCATION (block);
    }
  *point = point_in (location, place.function);
  return true;
}

/* How often what is at POINT ran.  -1: it is not known.  */

static gcov_type
count_at (const source_point &point, const counted_function *counted)
{
  const counted_part *part
    = counted_find_part (counted, point.line, point.column);
  return part ? part->count : counted_line_count (counted, point.line);
}

/* How often BLOCK, to which a branch at PLACE leads, ran: as its own branch if
   that was counted, else as the one of its statements that ran most, which may
   have been computed early.  Those of the branch's own line tell its sides
   apart only if they were counted by themselves.  -1: it is not known.  */

static gcov_type
count_of (basic_block block, const branch_place &place,
	  const counted_function *counted)
{
  gcov_type most = -1;
  source_point point;
  for (gimple_stmt_iterator gsi = gsi_start_bb (block); !gsi_end_p (gsi);
       gsi_next (&gsi))
    {
      if (is_gimple_debug (gsi_stmt (gsi))
	  || !point_at (gimple_location (gsi_stmt (gsi)), place, &point)
	  || point == place.point)
	continue;
      const counted_part *part
	= counted_find_part (counted, point.line, point.column);
      if (part && part->test && stmt_ends_bb_p (gsi_stmt (gsi)))
	return part->count;
      if (part || point.line != place.point.line)
	most = MAX (most, count_at (point, counted));
    }
  return most;
}

/* How often an edge was taken out of a branch that has been told, by what was
   counted within SCOPE.  */
struct told_edge
{
  tree scope;
  gcov_type count;
};

static hash_map<edge, told_edge> *told_edges;

/* How often E, from a branch at PLACE, was taken to a block that others lead
   to as well: as often as that ran, less what came from them.  -1: it is not
   known.  Of a return, which has copies, it is not.  */

static gcov_type
count_on_joining (edge e, const branch_place &place,
		  const counted_function *counted)
{
  gcov_type left = single_succ_p (e->dest)
		   && single_succ (e->dest) == EXIT_BLOCK_PTR_FOR_FN (cfun)
		   ? -1 : count_of (e->dest, place, counted);
  edge other;
  edge_iterator ei;
  FOR_EACH_EDGE (other, ei, e->dest->preds)
    if (other != e && left >= 0)
      {
	told_edge *told = told_edges->get (other);
	gcov_type count = told && told->scope == place.scope ? told->count
			  : single_succ_p (other->src)
			  ? count_of (other->src, place, counted) : -1;
	left = count >= 0 && count <= left ? left - count : -1;
      }
  return left;
}

/* How often E, from a branch at PLACE, was taken, -1 if that is not known.  */

static gcov_type
count_on (edge e, const branch_place &place, const counted_function *counted)
{
  basic_block block = e->dest;
  if (!single_pred_p (block))
    return place.tested ? count_on_joining (e, place, counted) : -1;
  for (int i = 0; i < FORWARDERS && single_pred_p (block); i++)
    {
      gcov_type count = count_of (block, place, counted);
      if (count >= 0 || !single_succ_p (block))
	return count;
      block = single_succ (block);
    }
  return -1;
}

/* ---- Branches.  */

/* How often the loop of BLOCK was entered if that is its header, which has a
   branch at PLACE: as often as what is in front of it ran.  -1: it is not, or
   that is not known.  */

static gcov_type
count_entries (basic_block block, const branch_place &place,
	       const counted_function *counted)
{
  if (!block->loop_father || block->loop_father->header != block)
    return -1;
  basic_block before = loop_preheader_edge (block->loop_father)->src;
  for (int i = 0; i < FORWARDERS; i++)
    {
      gcov_type count = count_of (before, place, counted);
      if (count >= 0 || !single_pred_p (before)
	  || !single_succ_p (single_pred (before)))
	return count;
      before = single_pred (before);
      if (before == ENTRY_BLOCK_PTR_FOR_FN (cfun))
	return !place.scope && counted->calls > 0 ? counted->calls : -1;
    }
  return -1;
}

/* Whether the COUNTS of the ways out of a branch that ran ALL times, if that
   is not -1, can be: code that became one without branches has run on both
   ways.  */

static bool
plausible_p (const vec<gcov_type> &counts, gcov_type all)
{
  gcov_type sum = 0;
  for (gcov_type count : counts)
    sum += count;
  return sum > 0
    && (all < 0 || (sum <= all + all / 10 && sum >= all - all / 10));
}

/* Whether the branch of BLOCK, at PLACE, was one when it was COUNTED: it is
   there, or it leads to what can only be done behind one.  */

static bool
was_branch_p (basic_block block, const branch_place &place,
	      const counted_function *counted)
{
  const counted_part *own
    = counted_find_part (counted, place.point.line, place.point.column);
  if (own && own->test)
    return true;
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, block->succs)
    if (single_pred_p (e->dest))
      for (gimple_stmt_iterator gsi = gsi_start_bb (e->dest); !gsi_end_p (gsi);
	   gsi_next (&gsi))
	if (gimple_vdef (gsi_stmt (gsi)))
	  return true;
  return false;
}

/* Give the edges out of BLOCK the probabilities that its lines tell; return
   whether they do.  */

static bool
tell_branch (basic_block block)
{
  gimple *last = gsi_stmt (gsi_last_nondebug_bb (block));
  if (!last || (gimple_code (last) != GIMPLE_COND
		&& gimple_code (last) != GIMPLE_SWITCH))
    return false;
  location_t location = gimple_location (last);
  branch_place place;
  place.scope = inlined_at (location, &place.function);
  const counted_function *counted
    = LOCATION_LOCUS (location) != UNKNOWN_LOCATION
      ? find_counted (place.function) : NULL;
  if (!counted)
    return false;
  place.point = point_in (location, place.function);
  place.tested = was_branch_p (block, place, counted);
  gcov_type sum = 0, all = count_at (place.point, counted);
  auto_vec<gcov_type> counts;
  gcov_type *unknown = NULL;
  unsigned unknown_count = 0;
  edge e;
  edge_iterator ei;
  gcov_type entries = -1;
  FOR_EACH_EDGE (e, ei, block->succs)
    if (loop_exit_edge_p (block->loop_father, e))
      entries = count_entries (block, place, counted);
  /* What runs has been entered: then that is told of something else.  */
  if (entries == 0 && all > 0)
    entries = -1;
  if (entries >= 0 && !place.tested)
    all = -1;
  counts.reserve (EDGE_COUNT (block->succs));
  FOR_EACH_EDGE (e, ei, block->succs)
    {
      /* A loop is left as often as it is entered.  */
      bool leaves = entries >= 0 && loop_exit_edge_p (block->loop_father, e);
      counts.quick_push (leaves ? entries : count_on (e, place, counted));
      sum += MAX (counts.last (), 0);
      if (counts.last () < 0)
	{
	  unknown = &counts.last ();
	  unknown_count++;
	}
    }
  /* One that is not known has what is left.  If that is nothing, and this was
     no branch, the others have run for it.  */
  if (unknown_count > 1
      || (unknown && (all < 0 || (all <= sum && !place.tested))))
    return false;
  if (unknown)
    *unknown = MAX (all - sum, 0);
  /* By the only way out of a loop it was left whenever it ran.  */
  edge exit = single_exit (block->loop_father);
  for (unsigned i = 0; i < counts.length (); i++)
    if (counts[i] == 0 && EDGE_SUCC (block, i) == exit)
      return false;
  if (!plausible_p (counts, all))
    return false;
  sum = 0;
  for (gcov_type count : counts)
    sum += count;
  unsigned i = 0;
  FOR_EACH_EDGE (e, ei, block->succs)
    {
      e->probability
	= (profile_probability::probability_in_gcov_type (counts[i], sum)
	   .afdo ());
      told_edges->put (e, { place.scope, counts[i++] });
    }
  return true;
}

/* ---- Indirect calls.  */

/* Whether CALL can be one of FUNCTION: it has the arguments, and what is made
   of the result.  An object may be of another class.  */

static bool
takes_call_p (tree function, gcall *call)
{
  tree type = TREE_TYPE (function);
  tree wanted = TREE_TYPE (gimple_call_fntype (call));
  if (!prototype_p (type) || stdarg_p (type)
      || !useless_type_conversion_p (wanted, TREE_TYPE (type)))
    return false;
  unsigned i = 0;
  for (tree each = TYPE_ARG_TYPES (type); each && each != void_list_node;
       each = TREE_CHAIN (each), i++)
    if (i >= gimple_call_num_args (call)
	|| !useless_type_conversion_p (TREE_VALUE (each),
				       TREE_TYPE (gimple_call_arg (call, i))))
      return false;
  return i == gimple_call_num_args (call);
}

/* The function that CALL, an indirect one, nearly always led to, and how often
   of 100; NULL if there is none that it could be.  */

static cgraph_node *
find_target (gcall *call, int *percent)
{
  tree function;
  location_t location = gimple_location (call);
  inlined_at (location, &function);
  const counted_function *counted = find_counted (function);
  if (!counted)
    return NULL;
  int line = line_in (location, function);
  const counted_call *most = NULL;
  gcov_type sum = 0;
  for (const counted_call &each : counted->calls_led)
    if (each.line == line)
      {
	sum += each.count;
	if (!most || each.count > most->count)
	  most = &each;
      }
  if (!most || sum == 0)
    return NULL;
  *percent = (double) most->count / (double) sum * 100;
  if (*percent < GUARD_PERCENT)
    return NULL;
  cgraph_node *node
    = cgraph_node::get_for_asmname (get_identifier (most->target));
  return node && takes_call_p (node->decl, call) ? node : NULL;
}

/* Guard the current function's indirect calls; return whether there were
   any.  */

static bool
guard_calls (void)
{
  auto_vec<gcall *> calls;
  basic_block block;
  FOR_EACH_BB_FN (block, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (block); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      if (gcall *call = dyn_cast <gcall *> (gsi_stmt (gsi)))
	if (!gimple_call_fndecl (call) && !gimple_call_internal_p (call)
	    && !gimple_call_must_tail_p (call)
	    /* What may not throw there may where it is copied to.  */
	    && lookup_stmt_eh_lp (call) >= 0)
	  calls.safe_push (call);
  bool guarded = false;
  for (gcall *call : calls)
    {
      int percent = 0;
      if (cgraph_node *node = find_target (call, &percent))
	{
	  gimple_ic (call, node,
		     profile_probability::probability_in_gcov_type
		       (MIN (percent, 100), 100).afdo ());
	  guarded = true;
	}
    }
  if (guarded)
    mark_virtual_operands_for_renaming (cfun);
  return guarded;
}

/* ---- The pass.  */

/* Add the calls in the block BLOCK and those in it that have been inlined, but
   not what these call.  */

static void
add_inlined_sites (tree block, vec<counted_site> *sites)
{
  for (tree inner = BLOCK_SUBBLOCKS (block); inner;
       inner = BLOCK_CHAIN (inner))
    if (!inlined_function_outer_scope_p (inner))
      add_inlined_sites (inner, sites);
    else
      sites->safe_push
	({ line_now (BLOCK_SOURCE_LOCATION (inner), current_function_decl),
	   counted_site_name (sites_name (block_ultimate_origin (inner))) });
}

/* Find the calls of the current function's own lines.  */

static void
find_sites (vec<counted_site> *sites)
{
  basic_block block;
  FOR_EACH_BB_FN (block, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (block); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      {
	gcall *call = dyn_cast <gcall *> (gsi_stmt (gsi));
	tree inlined_function;
	if (!call || gimple_call_internal_p (call)
	    || LOCATION_LOCUS (gimple_location (call)) == UNKNOWN_LOCATION
	    || inlined_at (gimple_location (call), &inlined_function))
	  continue;
	tree called = gimple_call_fndecl (call);
	sites->safe_push ({ line_now (gimple_location (call),
				      current_function_decl),
			    called ? counted_site_name (sites_name
							(DECL_ORIGIN (called)))
				   : "*" });
      }
  if (tree outermost = DECL_INITIAL (current_function_decl))
    if (TREE_CODE (outermost) == BLOCK)
      add_inlined_sites (outermost, sites);
  moved_lines_sort (sites);
}

/* Find where the lines of the current function, which was counted as FUNCTION,
   are now.  Return false if it is another one.  */

static bool
find_lines (const counted_function *function)
{
  auto_vec<counted_site> sites;
  find_sites (&sites);
  moved_lines *map = new moved_lines ();
  moved_lines_make (map, function, sites);
  if (!moved)
    moved = new hash_map<tree, moved_lines *> ();
  moved->put (DECL_ORIGIN (current_function_decl), map);
  return !map->changed;
}

static unsigned
use_counts (void)
{
  if (profile_status_for_fn (cfun) == PROFILE_READ)
    return 0;
  counted_function *function = find_function (current_function_decl);
  if (function)
    {
      found_functions++;
      if (!find_lines (function))
	{
	  if (changed_functions++ == 0)
	    first_changed = xstrdup (sites_name (current_function_decl));
	  return 0;
	}
    }
  bool told = false;
  basic_block block;
  loop_optimizer_init (LOOPS_NORMAL | LOOPS_HAVE_RECORDED_EXITS);
  told_edges = new hash_map<edge, told_edge> ();
  /* What one branch tells may be what another one lacks.  */
  bool more = true;
  for (int round = 0; more && round < ROUNDS; round++)
    {
      more = false;
      FOR_EACH_BB_FN (block, cfun)
	if (EDGE_COUNT (block->succs) > 1
	    && !told_edges->get (EDGE_SUCC (block, 0)))
	  more |= tell_branch (block);
      told |= more;
    }
  delete told_edges;
  loop_optimizer_finalize ();
  bool guarded = guard_calls ();
  if (told || guarded)
    {
      /* Counts of blocks follow from the probabilities of edges.  */
      free_dominance_info (CDI_DOMINATORS);
      free_dominance_info (CDI_POST_DOMINATORS);
      rebuild_frequencies ();
    }
  return guarded ? TODO_cleanup_cfg | TODO_update_ssa_only_virtuals : 0;
}

static const pass_data use_pass_data =
{
  GIMPLE_PASS, "cgprof_use", OPTGROUP_NONE, TV_NONE, PROP_cfg | PROP_ssa, 0, 0,
  0, 0
};

class use_pass : public gimple_opt_pass
{
public:
  use_pass () : gimple_opt_pass (use_pass_data, g) {}

  unsigned int execute (function *) final override
  {
    return use_counts ();
  }
};

/* Say what no longer fits.  */

static void
finish_unit (void *, void *)
{
  if (changed_functions > 0)
    inform (UNKNOWN_LOCATION, "cgprof: %s: %u of %u functions are no longer "
	    "as they were counted (the first is %qs): their branches are "
	    "guessed",
	    main_input_filename, changed_functions, found_functions,
	    first_changed);
}

/* Inline and clone as at -O3: now it is known where that pays, and what never
   ran is cold, where neither is done.  What was asked for is left alone.  */

static void
raise_limits (void)
{
  if (optimize < 2 || optimize_size)
    return;
  if (!global_options_set.x_param_max_inline_insns_auto)
    param_max_inline_insns_auto
      = MAX (param_max_inline_insns_auto, INLINE_INSNS);
  if (!global_options_set.x_param_inline_min_speedup)
    param_inline_min_speedup = MIN (param_inline_min_speedup, INLINE_SPEEDUP);
  if (!global_options_set.x_flag_ipa_cp_clone)
    flag_ipa_cp_clone = 1;
}

bool
use_begin (const char *name, const char *file)
{
  if (!counted_read (file))
    return false;
  raise_limits ();
  struct register_pass_info pass
    = { new use_pass (), "profile_estimate", 1, PASS_POS_INSERT_AFTER };
  register_callback (name, PLUGIN_PASS_MANAGER_SETUP, NULL, &pass);
  register_callback (name, PLUGIN_ALL_IPA_PASSES_START, mark_functions, NULL);
  register_callback (name, PLUGIN_FINISH_UNIT, finish_unit, NULL);
  return true;
}
