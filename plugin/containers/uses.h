/* Uses of containers that speak against another type of container.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_CONTAINER_USES_H
#define CGPROF_CONTAINER_USES_H

#include "containers/objects.h"

/* Add rows for those uses of containers in the current function that the
   diagnostics in the set ON (advise_containers) are about.  */
void container_uses_find (container_variables &variables, unsigned on);

/* Whether NAME is in the list NAMES, which ends with NULL.  */
bool container_use_listed (const char *name, const char *const *names);

/* Return the name that reports use for the function DECL.  */
const char *container_use_member (tree decl);

/* Return the name that reports use for OBJECT, as NAME (FILE:LINE), or NULL;
   and for TYPE.  The caller frees them.  */
char *container_use_object (const struct container_object *object);
char *container_use_type (tree type);

/* Add a row for the use of OBJECT in STATEMENT that reports call WHAT, or NULL
   if the container is handed on.  If OBJECT's type is not known, the row names
   the type ITERATOR.  Defined in containers/containers.cc.  */
void containers_add_use (gimple *statement, const char *what,
			 const struct container_object *object,
			 tree iterator);

#endif /* CGPROF_CONTAINER_USES_H */
