/* A warning when link-time optimisation loses the plugin.

   With LTO the code is made when the program is linked, by a compiler that
   knows the plugin only if the link command names it; without it the
   program would silently be unprofiled.  So each object compiled for LTO
   carries an assembler statement of the kind that warns.  Where the plugin
   is at work it empties the statement before the assembler sees it: at link
   time, and for the ordinary code of fat objects.

   The code of LTO objects already has the records of containers
   (containers/containers.cc), so what they refer to is put into such a
   statement, too.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "emit/emit.h"
#include "emit/lto.h"

/* The runtime, see find_runtime.  */
static const char *runtime_path;

/* The first line of the module's text for a compiler that lacks the
   plugin.  */
static const char module_mark[] = "\t.ifndef\t.Lcgprof_lto_module\n";

/* One warning for all objects of a link.  */
static const char statement[]
  = "\t.ifndef\t.Lcgprof_lto_warning\n"
    "\t.set\t.Lcgprof_lto_warning, 1\n"
    "\t.warning\t\"cgprof: linked without the plugin, which -flto needs "
    "there too; the program is not profiled\"\n"
    "\t.endif\n";

static void
add_warning (void *, void *)
{
  if (flag_generate_lto && !in_lto_p)
    symtab->finalize_toplevel_asm (build_string (strlen (statement) + 1,
						 statement));
}

void
lto_add_module (void)
{
  char *text = emit_module_to_text (runtime_path);
  char *module = concat (module_mark, "\t.set\t.Lcgprof_lto_module, 1\n", text,
			 "\t.endif\n", NULL);
  symtab->finalize_toplevel_asm (build_string (strlen (module) + 1, module));
  free (module);
  free (text);
}

static const pass_data warning_pass_data =
{
  SIMPLE_IPA_PASS, "cgprof_lto_warning", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0
};

/* Runs after the objects' LTO part was written, before any assembler
   statement is.  */

class warning_pass : public simple_ipa_opt_pass
{
public:
  warning_pass () : simple_ipa_opt_pass (warning_pass_data, g) {}

  unsigned int execute (function *) final override
  {
    for (asm_node *node = symtab->first_asm_symbol (); node;
	 node = static_cast <asm_node *> (node->next))
      if (!strcmp (TREE_STRING_POINTER (node->asm_str), statement)
	  || !strncmp (TREE_STRING_POINTER (node->asm_str), module_mark,
		       strlen (module_mark)))
	node->asm_str = build_string (1, "");
    return 0;
  }
};

void
lto_register (const char *name, const char *runtime)
{
  runtime_path = runtime;
  struct register_pass_info pass
    = { new warning_pass (), "simdclone", 1, PASS_POS_INSERT_AFTER };
  register_callback (name, PLUGIN_START_UNIT, add_warning, NULL);
  register_callback (name, PLUGIN_PASS_MANAGER_SETUP, NULL, &pass);
}
