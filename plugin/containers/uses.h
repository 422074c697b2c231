/* Uses of containers that speak against another type of container.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_CONTAINER_USES_H
#define CGPROF_CONTAINER_USES_H

#include "containers/objects.h"

/* Add rows for what the current function does with containers, of those that
   the diagnostics ON are about.  */
void container_uses_find (container_variables &variables, unsigned on);

/* Whether NAME is in NAMES, whose last is NULL.  */
bool container_use_listed (const char *name, const char *const *names);

/* How a report names the function DECL; OBJECT, as NAME (FILE:LINE), to be
   freed, or NULL; and TYPE, to be freed.  */
const char *container_use_member (tree decl);
char *container_use_object (const struct container_object *object);
char *container_use_type (tree type);

/* Add a row for a use, WHAT, in STATEMENT of OBJECT; NULL: it is handed on.
   If its type is not known, that of ITERATOR is (containers/containers.cc).  */
void containers_add_use (gimple *statement, const char *what,
			 const struct container_object *object,
			 tree iterator);

#endif /* CGPROF_CONTAINER_USES_H */
