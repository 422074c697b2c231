/* Which container or iterator a call is about.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_CONTAINER_OBJECTS_H
#define CGPROF_CONTAINER_OBJECTS_H

/* Families of the standard library's container types, one bit each.  */
enum family
{
  FAMILY_NONE = 0,
  FAMILY_VECTOR = 1,
  FAMILY_LIST = 2,
  FAMILY_TREE = 4,
  FAMILY_HASH = 8
};

/* Return the family to which the container type TYPE belongs, or the iterator
   type TYPE; FAMILY_NONE if it is another type.  */
enum family container_family (tree type);
enum family iterator_family (tree type);

/* Whether CONTEXT is the namespace std or __gnu_cxx, or lies in one of
   them.  */
bool container_in_std_p (tree context);

/* Return DECL's name in the source, "" if it has none.  */
const char *container_plain_name (tree decl);

/* A container, as far as the compiler knows which one it is.  */
struct container_object
{
  tree type;			/* NULL_TREE if unknown.  */
  char *name;			/* Plain name, which the caller frees; or
				   NULL.  */
  tree decl;			/* Variable or member, or NULL_TREE.  */
  bool alias;			/* It has CGPROF_ADVICE_ALIAS.  */
};

/* The references and iterators of the current function: which container each
   of them stands for.  */
class container_variables
{
public:
  container_variables ();

  /* Return the container whose address is VALUE.  */
  struct container_object object (tree value) { return find (value, 8); }

  /* Return the call of a container's member that returned the iterator VALUE,
     or the iterator at the address VALUE; NULL if it is not known.  */
  gcall *origin (tree value) { return find_origin (value, 8); }

  /* Return the container of that iterator: that call's first argument.  */
  struct container_object iterated (tree value);

  /* Whether VARIABLE is a reference that is set exactly once.  */
  bool reference_p (tree variable);

private:
  struct container_object find (tree value, unsigned depth);
  gcall *find_origin (tree value, unsigned depth);
  void set (tree variable, gimple *statement);

  /* For each reference or iterator, the statement that sets it; NULL if there
     is more than one.  */
  hash_map<tree, gimple *> set_by;
};

#endif /* CGPROF_CONTAINER_OBJECTS_H */
