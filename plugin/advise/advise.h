/* Records for advice: which calls get one (the option advise).

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ADVISE_H
#define CGPROF_ADVISE_H

/* Switch diagnostics on and off: LIST is names, all, none, or -name,
   separated by commas.  Returns false after an error.  */
bool advise_set (const char *list);

/* The diagnostics about C++ containers.  */
enum advise_container
{
  ADVISE_VECTOR_GROWTH,
  ADVISE_HASH_GROWTH,
  ADVISE_INEFFICIENT_HASH,
  ADVISE_ORDERED,
  ADVISE_LIST,
  ADVISE_VECTOR,
  ADVISE_TOO_LARGE,
  ADVISE_CONTAINERS
};

/* Those of them that are on, as bits.  */
unsigned advise_containers (void);

/* The current function's passes begin.  */
void advise_begin (void);

/* Give the calls of the current function, which is instrumented, their
   records.  */
void advise_function (void);

/* Write what a module needs once for the records of this unit.  */
void advise_emit_unit (void);

#endif /* CGPROF_ADVISE_H */
