/* The variables that counting refers to, and their types.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "base/options.h"
#include "sites/sites.h"
#include "count/counter-trees.h"
#include "count/program.h"
#include "cpu/cpu.h"

struct counter_trees counter_trees;

static const struct ggc_root_tab roots[] =
{
#define ROOT(NAME)						\
  { &counter_trees.NAME, 1, sizeof (tree), &gt_ggc_mx_tree_node,	\
    &gt_pch_nx_tree_node }
  ROOT (word), ROOT (module), ROOT (ready), ROOT (counter_type),
  ROOT (operand_type),
#undef ROOT
  LAST_GGC_ROOT_TAB
};

void
counter_trees_register (const char *plugin)
{
  register_callback (plugin, PLUGIN_REGISTER_GGC_ROOTS, NULL,
		     const_cast <ggc_root_tab *> (roots));
}

/* Declare the hidden variable NAME of TYPE, which the assembler text that
   the plugin writes will define.  */

static tree
declare (const char *name, tree type)
{
  tree decl = build_decl (UNKNOWN_LOCATION, VAR_DECL, get_identifier (name),
			  type);
  DECL_EXTERNAL (decl) = 1;
  TREE_PUBLIC (decl) = 1;
  TREE_STATIC (decl) = 0;
  DECL_VISIBILITY (decl) = VISIBILITY_HIDDEN;
  DECL_VISIBILITY_SPECIFIED (decl) = 1;
  DECL_ARTIFICIAL (decl) = 1;
  DECL_IGNORED_P (decl) = 1;
  TREE_ADDRESSABLE (decl) = 1;
  TREE_USED (decl) = 1;
  SET_DECL_ASSEMBLER_NAME (decl, get_identifier (name));
  return decl;
}

bool
counters_segment (void)
{
  return CGPROF_CPU_SEGMENT && plugin_options.segment && program_p ()
	 && plugin_options.counters == COUNTERS_THREAD;
}

bool
counters_atomic (void)
{
  return plugin_options.counters == COUNTERS_ATOMIC
	 || (!CGPROF_CPU_INCREMENT && can_compare_and_swap_p (DImode, false));
}

bool
counters_blocks_unit (void)
{
  return plugin_options.blocks && CGPROF_CPU_SEGMENT
	 && plugin_options.counters == COUNTERS_THREAD;
}

bool
counters_blocks (void)
{
  return counters_blocks_unit ()
	 && !cpu_saves_scratch (current_function_decl)
	 && (counters_segment () || !cfun->static_chain_decl);
}

bool
counters_late (void)
{
  return counters_blocks ()
	 || (CGPROF_CPU_LATE && plugin_options.counters == COUNTERS_THREAD
	     && flag_ipa_ra && !cpu_saves_scratch (current_function_decl));
}

bool
counters_late_entry (void)
{
  return counters_late () && CGPROF_CPU_LATE_ENTRY
	 && (counters_segment () || !cfun->static_chain_decl);
}

/* Make the trees that live through the unit.  */

static void
make_trees (void)
{
  if (!counter_trees.counter_type)
    {
      counter_trees.counter_type = build_distinct_type_copy (uint64_type_node);
      TYPE_ALIAS_SET (counter_trees.counter_type) = new_alias_set ();
      counter_trees.operand_type = counter_trees.counter_type;
      if (counters_segment ())
	{
	  counter_trees.operand_type = build_qualified_type
	    (counter_trees.counter_type,
	     ENCODE_QUAL_ADDR_SPACE (CGPROF_CPU_SEGMENT));
	  counter_trees.ready = declare (CGPROF_READY, uint32_type_node);
	}
      counter_trees.word = declare (CGPROF_WORD, sizetype);
      counter_trees.module = declare (CGPROF_MODULE,
			     build_array_type_nelts (sizetype,
						     sizeof (cgprof_module)
						     / sizeof (uint64_t)));
    }
}

/* What counting refers to must be known to the symbol table, which also holds
   the thread-local model.  It may have been known before (for the records of
   containers/containers.cc) and been forgotten again with its model, as
   nothing referred to it when GCC looked.  */

static void
refer_to_module (void)
{
  enum tls_model model = program_p () ? TLS_MODEL_LOCAL_EXEC
				      : TLS_MODEL_INITIAL_EXEC;
  if (counter_trees.ready)
    set_decl_tls_model (counter_trees.ready, TLS_MODEL_LOCAL_EXEC);
  set_decl_tls_model (counter_trees.word, model);
  if (!counter_trees.ready)
    varpool_node::get_create (counter_trees.module);
}

tree
counter_trees_block (const char *name)
{
  make_trees ();
  tree decl = declare (name, build_array_type (counter_trees.counter_type,
					       NULL_TREE));
  varpool_node::get_create (decl);
  refer_to_module ();
  return decl;
}

void
counter_trees_declare (void)
{
  /* Local to the assembler file ("*": the name as it stands): no entry in
     anybody's symbol table.  */
  char name[32];
  snprintf (name, sizeof name, "*.Lcgprof_c%u", current_sites->number);
  current_sites->counters = counter_trees_block (name);
}
