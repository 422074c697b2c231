/* Whether code is a program's, or may be a shared library's.

   GCC knows by -fPIC.  A program that is optimised when it is linked is
   compiled in parts, though, and if it can be loaded anywhere, GCC gives these
   -fPIC, as it would a library's.  What is linked only the compiler knows that
   divides it (-fwpa): it gives the functions a mark, which goes into the parts
   with them.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "count/program.h"

/* The mark: an attribute that no source can name.  */
static const char mark[] = "cgprof program";

/* Whether this is a part of a program.  */

static bool
marked_part_p (void)
{
  cgraph_node *node;
  FOR_EACH_FUNCTION (node)
    if (lookup_attribute (mark, DECL_ATTRIBUTES (node->decl)))
      return true;
  return false;
}

bool
program_p (void)
{
  /* The compiler of a part reads all of it before anything asks.  */
  static int part = -1;
  if (!flag_shlib || !flag_ltrans)
    return !flag_shlib;
  if (part < 0)
    part = marked_part_p ();
  return part;
}

static const pass_data mark_pass_data =
{
  IPA_PASS, "cgprof_program", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0
};

class mark_pass : public ipa_opt_pass_d
{
public:
  mark_pass ()
    : ipa_opt_pass_d (mark_pass_data, g, NULL, NULL, NULL, NULL, NULL, NULL, 0,
		      NULL, NULL)
  {}

  bool gate (function *) final override
  {
    return flag_wpa && !flag_shlib;
  }

  unsigned int execute (function *) final override
  {
    cgraph_node *node;
    FOR_EACH_FUNCTION (node)
      DECL_ATTRIBUTES (node->decl)
	= tree_cons (get_identifier (mark), NULL_TREE,
		     DECL_ATTRIBUTES (node->decl));
    return 0;
  }
};

void
program_register (const char *name)
{
  struct register_pass_info pass
    = { new mark_pass (), "single-use", 1, PASS_POS_INSERT_AFTER };
  register_callback (name, PLUGIN_PASS_MANAGER_SETUP, NULL, &pass);
}
