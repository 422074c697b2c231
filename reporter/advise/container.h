/* Containers of the program, each with all records about it.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ADVISE_CONTAINER_H
#define CGPROF_ADVISE_CONTAINER_H

#include "advise/advice.h"

#include <cgprof/abi.h>

/* A container, or all containers of a type of which no more is known.  */
struct advice_container
{
  const char *type;		/* See advice_short_name.  */
  const char *name;		/* NAME (FILE:LINE); NULL if unknown.  */
  bool alias;			/* It may be any of its type.  */
  const struct model_advice **records;	/* COUNT of them.  */
  size_t count;
};

struct advice_containers
{
  struct advice_container *containers;
  size_t count;
  const struct model_advice **records;	/* All, by container.  */
  struct model_advice *copies;	/* The same with short names of types.  */
};

/* Set CONTAINERS, which must be freed, to those of ADVICE's model.  */
void advice_containers_get (struct advice_containers *containers,
			    struct advice *advice);
void advice_containers_free (struct advice_containers *containers);

/* Add up the records of KIND (enum cgprof_advice_kind) of CONTAINER, whose
   first SUMS values are sums, others maxima, if their member is NAME or NAME
   is NULL.  Returns the one with the greatest first value, or NULL if all
   counted nothing.  */
const struct model_advice *
advice_container_sum (const struct advice_container *container,
		      unsigned kind, unsigned sums, const char *name,
		      uint64_t *values);

/* A use of CONTAINER, or of what may be it, other than the SKIPPED, whose last
   is NULL; NULL if there is none.  */
const struct model_advice *
advice_container_use (const struct advice_containers *containers,
		      const struct advice_container *container,
		      const char *const *skipped);

/* Likewise, a use of CONTAINER that is one of NAMES.  */
const struct model_advice *
advice_container_find_use (const struct advice_containers *containers,
			   const struct advice_container *container,
			   const char *const *names);

/* Set ITEM's place to that of RECORD, and its subject to CONTAINER.  */
void advice_container_place (struct advice *advice, struct advice_item *item,
			     const struct advice_container *container,
			     const struct model_advice *record);

/* Make ITEM refused because of USE, which NEEDS something.  */
void advice_container_refuse (struct advice *advice, struct advice_item *item,
			      const struct model_advice *use,
			      const char *needs);

#endif /* CGPROF_ADVISE_CONTAINER_H */
