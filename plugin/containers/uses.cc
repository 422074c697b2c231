/* Uses of containers that speak against another type of container.

   The members that another type has as well are listed here.  Each other use
   gets a row for the reporter, once in a unit, whether or not it is ever
   executed.  So a use of which nothing is known speaks against a change.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "sites/sites.h"
#include "advise/advise.h"
#include "containers/uses.h"

/* Members of a container that may as well be a std::list; what makes a vector
   smaller is told all the same, for it may have been larger.  */
static const char *const vector_members[] = {
  "push_back", "emplace_back", "insert", "emplace", "erase", "assign",
  "begin", "end", "cbegin", "cend", "rbegin", "rend", "crbegin", "crend",
  "size", "max_size", "empty", "capacity", "shrink_to_fit", "front", "back",
  "clear", "swap", "get_allocator", "operator=", NULL
};

/* Members of a container that may as well be a std::vector.  */
static const char *const list_members[] = {
  "push_back", "emplace_back", "pop_back", "assign", "resize",
  "begin", "end", "cbegin", "cend", "rbegin", "rend", "crbegin", "crend",
  "size", "max_size", "empty", "front", "back", "clear", "swap", "sort",
  "reverse", "get_allocator", "operator=", NULL
};

/* Members of a container that may as well be unordered.  */
static const char *const tree_members[] = {
  "find", "count", "contains", "at", "erase", "insert", "emplace",
  "emplace_hint", "try_emplace", "insert_or_assign", "operator[]",
  "end", "cend", "size", "max_size", "empty", "clear", "swap", "extract",
  "get_allocator", "operator=", NULL
};

/* Functions that do with iterators what any container's can.  */
static const char *const plain_operators[] = {
  "operator++", "operator--", "operator*", "operator->", "operator==",
  "operator!=", "base", "__ct ", "__ct_comp ", "__ct_base ", NULL
};
static const char *const plain_functions[] = {
  "operator==", "operator!=", "find", "find_if", "find_if_not", "count",
  "count_if", "for_each", "copy", "copy_if", "accumulate", "fill", "equal",
  "max_element", "min_element", "all_of", "any_of", "none_of", "transform",
  "remove", "remove_if", "unique", "reverse", "next", "prev", "advance",
  "distance", "move", "forward", "addressof", "__addressof", NULL
};

bool
container_use_listed (const char *name, const char *const *names)
{
  for (; *names; names++)
    if (!strcmp (name, *names))
      return true;
  return false;
}

const char *
container_use_member (tree decl)
{
  return DECL_CXX_DESTRUCTOR_P (decl) ? "destructor"
	 : container_plain_name (decl);
}

char *
container_use_object (const struct container_object *object)
{
  if (!object->name)
    return NULL;
  struct place place
    = sites_place (object->decl ? DECL_SOURCE_LOCATION (object->decl)
				: UNKNOWN_LOCATION);
  if (!place.file || !place.line)
    return xstrdup (object->name);
  char line[16];
  snprintf (line, sizeof line, ":%u)", place.line);
  return concat (object->name, " (", place.file, line, NULL);
}

char *
container_use_type (tree type)
{
  tree name = type ? TYPE_NAME (TYPE_MAIN_VARIANT (type)) : NULL_TREE;
  if (!name || TREE_CODE (name) != TYPE_DECL)
    return NULL;
  return xstrdup (lang_hooks.decl_printable_name (name, 2));
}

/* What is looked for in a function.  */

class use_search
{
public:
  use_search (container_variables &of, unsigned on);
  void look (gimple *statement);

private:
  void look_call (gcall *call);
  void look_argument (gcall *call, tree callee, unsigned number);
  void look_iterator_argument (gcall *call, tree callee, tree argument);
  void look_assign (gimple *statement);
  void look_return (tree value, gimple *statement);
  void use (gimple *statement, const char *what,
	    struct container_object object, tree iterator);
  void escape (gimple *statement, tree value);
  void use_element (gimple *statement, const char *what, gcall *from);
  void keep_element (gimple *statement, gcall *from);
  bool about (enum family family) { return (families & family) != 0; }

  container_variables &variables;
  unsigned families;
  hash_map<tree, gcall *> elements; /* What holds the address of a list's or a
				       vector's element; the call it is
				       from.  */
};

use_search::use_search (container_variables &of, unsigned on)
  : variables (of), families (0)
{
  if (on & (1 << ADVISE_VECTOR | 1 << ADVISE_TOO_LARGE))
    families |= FAMILY_VECTOR;
  if (on & 1 << ADVISE_LIST)
    families |= FAMILY_LIST;
  if (on & 1 << ADVISE_ORDERED)
    families |= FAMILY_TREE;
}

/* Add a row unless the unit has it.  OBJECT's name is freed.  */

void
use_search::use (gimple *statement, const char *what,
		 struct container_object object, tree iterator)
{
  static hash_set<nofree_string_hash> known;
  char *name = container_use_object (&object);
  char *type = container_use_type (object.type ? object.type : iterator);
  char *key = concat (type ? type : "", "\n", name ? name : "", "\n",
		      what ? what : "", object.alias ? "\n&" : "", NULL);
  free (name);
  free (type);
  if (known.add (key))
    free (key);
  else
    containers_add_use (statement, what, &object, iterator);
  free (object.name);
}

/* The class that VALUE is of or points to.  */

static tree
class_at (tree value)
{
  tree type = TREE_TYPE (value);
  return POINTER_TYPE_P (type) ? TREE_TYPE (type) : type;
}

/* The container whose address VALUE is becomes known elsewhere.  */

void
use_search::escape (gimple *statement, tree value)
{
  struct container_object object = variables.object (value);
  if (object.alias)
    free (object.name);
  else
    use (statement, NULL, object, NULL_TREE);
}

/* The family whose element's address the call FROM returned.  */

static enum family
element_family (gcall *from)
{
  tree type = class_at (gimple_call_arg (from, 0));
  enum family family = iterator_family (type);
  return family ? family : container_family (type);
}

/* What is done with the address of an element, which the call FROM returned,
   is WHAT.  */

void
use_search::use_element (gimple *statement, const char *what, gcall *from)
{
  tree argument = gimple_call_arg (from, 0);
  bool iterator = iterator_family (class_at (argument)) != FAMILY_NONE;
  use (statement, what,
       iterator ? variables.iterated (argument) : variables.object (argument),
       class_at (argument));
}

/* The address of an element, which the call FROM returned, is kept.  Of a
   vector's nothing is said: it holds until the next growth, in any other
   container longer.  */

void
use_search::keep_element (gimple *statement, gcall *from)
{
  if (element_family (from) == FAMILY_LIST)
    use_element (statement, "an element's address that is kept", from);
}

/* Whether argument NUMBER of a call of CALLEE is a pointer, not a reference or
   the object that a member is called for.  */

static bool
pointer_argument_p (tree callee, unsigned number)
{
  if (!callee
      || (number == 0 && TREE_CODE (TREE_TYPE (callee)) == METHOD_TYPE))
    return false;
  tree parameter = TYPE_ARG_TYPES (TREE_TYPE (callee));
  for (; parameter && number > 0; number--)
    parameter = TREE_CHAIN (parameter);
  return !parameter || TREE_CODE (TREE_VALUE (parameter)) == POINTER_TYPE;
}

void
use_search::look_iterator_argument (gcall *call, tree callee, tree argument)
{
  enum family family = iterator_family (class_at (argument));
  tree context = callee ? DECL_CONTEXT (callee) : NULL_TREE;
  const char *name = callee ? container_plain_name (callee) : "";
  if (!about (family) || (context && container_family (context)))
    return;
  bool of_iterator = context && TYPE_P (context)
    && (iterator_family (context) || container_in_std_p (context));
  bool step = !strcmp (name, "operator++") || !strcmp (name, "operator--");
  if (of_iterator
      ? container_use_listed (name, plain_operators)
	&& !(family == FAMILY_TREE && step)
      : !callee || !container_in_std_p (context)
      ? family == FAMILY_VECTOR || family == FAMILY_TREE
      : container_use_listed (name, plain_functions)
	&& (family != FAMILY_TREE || !strncmp (name, "operator", 8)
	    || !strcmp (name, "move") || !strcmp (name, "forward")))
    return;
  use (call, of_iterator || (callee && container_in_std_p (context))
	     ? name : "an iterator that is kept",
       variables.iterated (argument), class_at (argument));
}

void
use_search::look_argument (gcall *call, tree callee, unsigned number)
{
  tree argument = gimple_call_arg (call, number);
  if (iterator_family (class_at (argument)))
    {
      look_iterator_argument (call, callee, argument);
      return;
    }
  enum family family = POINTER_TYPE_P (TREE_TYPE (argument))
		       ? container_family (class_at (argument)) : FAMILY_NONE;
  if (!about (family))
    return;
  tree context = callee ? DECL_CONTEXT (callee) : NULL_TREE;
  const char *name = callee ? container_plain_name (callee) : "";
  enum family member = context ? container_family (context) : FAMILY_NONE;
  if (number == 0 && member)
    {
      if (!DECL_CXX_CONSTRUCTOR_P (callee) && !DECL_CXX_DESTRUCTOR_P (callee)
	  && !container_use_listed (name, family == FAMILY_VECTOR
				    ? vector_members
				    : family == FAMILY_LIST ? list_members
				    : tree_members))
	use (call, name, variables.object (argument), NULL_TREE);
      return;
    }
  bool library = context && container_in_std_p (context);
  if (library && (!strcmp (name, "operator==")
		  || !strcmp (name, "operator!=")))
    return;
  if (member)
    {
      /* A copy from the same member of another object.  */
      struct container_object to
	= variables.object (gimple_call_arg (call, 0));
      struct container_object from = variables.object (argument);
      bool same = to.decl && to.decl == from.decl;
      free (to.name);
      free (from.name);
      if (same)
	return;
    }
  if (library && !member && strcmp (name, "move") && strcmp (name, "forward")
      && strcmp (name, "swap"))
    use (call, name, variables.object (argument), NULL_TREE);
  escape (call, argument);
}

void
use_search::look_call (gcall *call)
{
  tree callee = gimple_call_fndecl (call);
  for (unsigned i = 0; i < gimple_call_num_args (call); i++)
    {
      look_argument (call, callee, i);
      /* Who gets a pointer may go on to the next element.  */
      gcall **from = elements.get (gimple_call_arg (call, i));
      if (from && element_family (*from) == FAMILY_VECTOR
	  && pointer_argument_p (callee, i))
	use_element (call, "an element's address as a pointer", *from);
    }

  /* Addresses of elements.  */
  static const char *const members[] = {
    "front", "back", "emplace_back", "operator[]", "at", NULL
  };
  static const char *const steps[] = { "operator*", "operator->", NULL };
  tree lhs = gimple_call_lhs (call);
  tree context = callee ? DECL_CONTEXT (callee) : NULL_TREE;
  const char *name = callee ? container_plain_name (callee) : "";
  if (!lhs || !context || !POINTER_TYPE_P (TREE_TYPE (lhs)))
    return;
  enum family family = container_family (context);
  bool member = family != FAMILY_NONE;
  if (!member)
    family = iterator_family (context);
  if ((family == FAMILY_LIST || family == FAMILY_VECTOR) && about (family)
      && container_use_listed (name, member ? members : steps))
    elements.put (lhs, call);
}

void
use_search::look_return (tree value, gimple *statement)
{
  if (value && POINTER_TYPE_P (TREE_TYPE (value))
      && about (container_family (class_at (value))))
    escape (statement, value);
  gcall **from = value ? elements.get (value) : NULL;
  if (from)
    keep_element (statement, *from);
}

void
use_search::look_assign (gimple *statement)
{
  tree lhs = gimple_assign_lhs (statement);
  tree rhs = gimple_assign_rhs1 (statement);
  if (!gimple_assign_single_p (statement)
      && !gimple_assign_cast_p (statement))
    return;
  bool passing = TREE_CODE (lhs) == SSA_NAME
    || (VAR_P (lhs) && variables.reference_p (lhs));
  if (gcall **place = elements.get (rhs))
    {
      gcall *from = *place;
      if (passing)
	elements.put (lhs, from);
      else
	keep_element (statement, from);
    }
  if (passing)
    return;
  if (POINTER_TYPE_P (TREE_TYPE (rhs))
      && about (container_family (class_at (rhs))))
    escape (statement, rhs);
  else if (about (FAMILY_LIST)
	   && iterator_family (TREE_TYPE (rhs)) == FAMILY_LIST
	   && !VAR_P (lhs))
    use (statement, "an iterator that is kept", variables.iterated (rhs),
	 TREE_TYPE (rhs));
}

void
use_search::look (gimple *statement)
{
  if (gimple_clobber_p (statement))
    return;
  if (gcall *call = dyn_cast <gcall *> (statement))
    look_call (call);
  else if (is_gimple_assign (statement))
    look_assign (statement);
  else if (greturn *end = dyn_cast <greturn *> (statement))
    look_return (gimple_return_retval (end), statement);
}

void
container_uses_find (container_variables &variables, unsigned on)
{
  use_search search (variables, on);
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      search.look (gsi_stmt (gsi));
}
