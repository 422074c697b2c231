/* Which container or iterator a call is about.

   A container is identified by its variable or member; a reference that is
   initialised from one stands for that one.  A pointer, a parameter, or what a
   function returns may be any container of the type.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "containers/objects.h"

const char *
container_plain_name (tree decl)
{
  return decl && DECL_NAME (decl) ? IDENTIFIER_POINTER (DECL_NAME (decl))
				  : "";
}

bool
container_in_std_p (tree context)
{
  for (; context && TREE_CODE (context) != TRANSLATION_UNIT_DECL;
       context = TYPE_P (context) ? TYPE_CONTEXT (context)
				  : DECL_CONTEXT (context))
    if (TREE_CODE (context) == NAMESPACE_DECL
	&& (!strcmp (container_plain_name (context), "std")
	    || !strcmp (container_plain_name (context), "__gnu_cxx")))
      return true;
  return false;
}

/* The name of TYPE if it is a class of the library, else "".  */

static const char *
library_name (tree type)
{
  if (!type || TREE_CODE (type) != RECORD_TYPE)
    return "";
  type = TYPE_MAIN_VARIANT (type);
  tree name = TYPE_NAME (type);
  return name && TREE_CODE (name) == TYPE_DECL
	 && container_in_std_p (TYPE_CONTEXT (type))
	 ? container_plain_name (name) : "";
}

struct family_name
{
  const char *name;
  enum family family;
};

static enum family
find_family (const struct family_name *names, unsigned count, tree type)
{
  const char *name = library_name (type);
  for (unsigned i = 0; *name && i < count; i++)
    if (!strcmp (names[i].name, name))
      return names[i].family;
  return FAMILY_NONE;
}

enum family
container_family (tree type)
{
  static const struct family_name names[] = {
    { "vector", FAMILY_VECTOR }, { "list", FAMILY_LIST },
    { "map", FAMILY_TREE }, { "set", FAMILY_TREE },
    { "multimap", FAMILY_TREE }, { "multiset", FAMILY_TREE },
    { "unordered_map", FAMILY_HASH }, { "unordered_set", FAMILY_HASH },
    { "unordered_multimap", FAMILY_HASH },
    { "unordered_multiset", FAMILY_HASH }
  };
  return find_family (names, ARRAY_SIZE (names), type);
}

enum family
iterator_family (tree type)
{
  static const struct family_name names[] = {
    { "__normal_iterator", FAMILY_VECTOR },
    { "_List_iterator", FAMILY_LIST }, { "_List_const_iterator", FAMILY_LIST },
    { "_Rb_tree_iterator", FAMILY_TREE },
    { "_Rb_tree_const_iterator", FAMILY_TREE }
  };
  return find_family (names, ARRAY_SIZE (names), type);
}

/* The class that VALUE, an address or an object, is of or points to.  */

static tree
class_of (tree value)
{
  tree type = TREE_TYPE (value);
  return TYPE_MAIN_VARIANT (POINTER_TYPE_P (type) ? TREE_TYPE (type) : type);
}

container_variables::container_variables ()
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      {
	gimple *statement = gsi_stmt (gsi);
	tree lhs = gimple_get_lhs (statement);
	if (gimple_clobber_p (statement))
	  continue;
	if (lhs && VAR_P (lhs)
	    && (TREE_CODE (TREE_TYPE (lhs)) == REFERENCE_TYPE
		|| iterator_family (TREE_TYPE (lhs))))
	  set (lhs, statement);
	/* An iterator that a constructor makes of another.  */
	gcall *call = dyn_cast <gcall *> (statement);
	tree callee = call ? gimple_call_fndecl (call) : NULL_TREE;
	if (callee && gimple_call_num_args (call) == 2
	    && DECL_CXX_CONSTRUCTOR_P (callee)
	    && iterator_family (DECL_CONTEXT (callee))
	    && TREE_CODE (gimple_call_arg (call, 0)) == ADDR_EXPR)
	  set (TREE_OPERAND (gimple_call_arg (call, 0), 0), statement);
      }
}

void
container_variables::set (tree variable, gimple *statement)
{
  bool existed;
  gimple *&place = set_by.get_or_insert (variable, &existed);
  place = existed ? NULL : statement;
}

bool
container_variables::reference_p (tree variable)
{
  gimple **statement = set_by.get (variable);
  return statement && *statement
    && TREE_CODE (TREE_TYPE (variable)) == REFERENCE_TYPE;
}

/* NAME::FIELD for a member of a class.  */

static char *
member_name (tree field)
{
  tree type = TYPE_NAME (DECL_CONTEXT (field));
  const char *owner = !type ? ""
		      : TREE_CODE (type) == TYPE_DECL
		      ? container_plain_name (type)
		      : IDENTIFIER_POINTER (type);
  /* A base class has no name.  */
  if (!*container_plain_name (field))
    return *owner ? xstrdup (owner) : NULL;
  return concat (owner, "::", container_plain_name (field), NULL);
}

struct container_object
container_variables::find (tree value, unsigned depth)
{
  struct container_object found = { class_of (value), NULL, NULL_TREE, true };
  bool address = TREE_CODE (value) == ADDR_EXPR;
  if (address)
    value = TREE_OPERAND (value, 0);
  while (TREE_CODE (value) == ARRAY_REF)
    value = TREE_OPERAND (value, 0);
  gimple *from = NULL;
  if (TREE_CODE (value) == SSA_NAME)
    from = SSA_NAME_DEF_STMT (value);
  else if (TREE_CODE (value) == MEM_REF && depth > 0)
    {
      struct container_object inner = find (TREE_OPERAND (value, 0),
					    depth - 1);
      if (integer_zerop (TREE_OPERAND (value, 1)))
	return inner;
      free (inner.name);
      return found;
    }
  else if (VAR_P (value) && !address)
    {
      gimple **place = set_by.get (value);
      from = place ? *place : NULL;
    }
  if (from && depth > 0 && is_gimple_assign (from)
      && (gimple_assign_single_p (from) || gimple_assign_cast_p (from)))
    {
      found = find (gimple_assign_rhs1 (from), depth - 1);
      return found;
    }

  if (TREE_CODE (value) == COMPONENT_REF)
    {
      found.decl = TREE_OPERAND (value, 1);
      found.name = member_name (found.decl);
      found.alias = !address || !found.name;
    }
  /* What is returned has the name of the variable that it is.  */
  else if (DECL_P (value) && *container_plain_name (value)
	   && (!DECL_ARTIFICIAL (value) || TREE_CODE (value) == RESULT_DECL))
    {
      found.decl = value;
      found.name = xstrdup (container_plain_name (value));
      found.alias = !address || TREE_CODE (value) == RESULT_DECL;
    }
  return found;
}

gcall *
container_variables::find_origin (tree value, unsigned depth)
{
  if (TREE_CODE (value) == ADDR_EXPR)
    value = TREE_OPERAND (value, 0);
  gimple **place = VAR_P (value) ? set_by.get (value) : NULL;
  gimple *from = place ? *place : NULL;
  if (!from || depth == 0)
    return NULL;
  if (is_gimple_assign (from) && gimple_assign_single_p (from))
    return find_origin (gimple_assign_rhs1 (from), depth - 1);
  gcall *call = dyn_cast <gcall *> (from);
  tree callee = call ? gimple_call_fndecl (call) : NULL_TREE;
  if (!callee || gimple_call_num_args (call) == 0
      || !DECL_CONTEXT (callee) || !TYPE_P (DECL_CONTEXT (callee)))
    return NULL;
  if (container_family (DECL_CONTEXT (callee)))
    return call;
  if (!iterator_family (DECL_CONTEXT (callee)))
    return NULL;
  /* A copy, or what an operator of the iterator returns.  */
  bool made = DECL_CXX_CONSTRUCTOR_P (callee);
  if (made && gimple_call_num_args (call) != 2)
    return NULL;
  return find_origin (gimple_call_arg (call, made), depth - 1);
}

struct container_object
container_variables::iterated (tree value)
{
  gcall *call = origin (value);
  if (call)
    return object (gimple_call_arg (call, 0));
  return { NULL_TREE, NULL, NULL_TREE, true };
}
