/* Which container or iterator a call is about.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_CONTAINER_OBJECTS_H
#define CGPROF_CONTAINER_OBJECTS_H

/* Families of container types of the library, as bits; FAMILY_NONE is not
   one.  */
enum family
{
  FAMILY_NONE = 0,
  FAMILY_VECTOR = 1,
  FAMILY_LIST = 2,
  FAMILY_TREE = 4,
  FAMILY_HASH = 8
};

/* The family of which TYPE is a container, or an iterator.  */
enum family container_family (tree type);
enum family iterator_family (tree type);

/* Whether CONTEXT is std or lies in it.  */
bool container_in_std_p (tree context);

/* DECL's name in the source, or "".  */
const char *container_plain_name (tree decl);

/* An object: a container.  */
struct container_object
{
  tree type;			/* NULL_TREE: unknown.  */
  char *name;			/* Plain name, to be freed; or NULL.  */
  tree decl;			/* Variable or member, or NULL_TREE.  */
  bool alias;			/* CGPROF_ADVICE_ALIAS.  */
};

/* What the current function's variables are references to, and which
   container its iterators belong to.  */
class container_variables
{
public:
  container_variables ();

  /* The container whose address VALUE is.  */
  struct container_object object (tree value) { return find (value, 8); }

  /* The member's call that the iterator VALUE, or at VALUE, is from, or
     NULL; and the container, that call's first argument.  */
  gcall *origin (tree value) { return find_origin (value, 8); }
  struct container_object iterated (tree value);

  /* Whether VARIABLE is a reference that is set once.  */
  bool reference_p (tree variable);

private:
  struct container_object find (tree value, unsigned depth);
  gcall *find_origin (tree value, unsigned depth);
  void set (tree variable, gimple *statement);

  /* The statement that sets a reference or iterator; NULL: more than
     one.  */
  hash_map<tree, gimple *> set_by;
};

#endif /* CGPROF_CONTAINER_OBJECTS_H */
