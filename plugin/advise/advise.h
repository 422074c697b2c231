/* Records for advice: which calls get one (the option advise).

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ADVISE_H
#define CGPROF_ADVISE_H

/* Switch diagnostics on and off by LIST, words separated by commas: NAME
   switches one on, -NAME off; "all" and "none" switch all of them.  Beside the
   diagnostics "bytes" is such a name.  Return false after an error
   message.  */
bool advise_set (const char *list);

/* Whether bytes at call sites are switched on.  */
bool advise_bytes (void);

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

/* Return the set of those that are on: bit N is the enumerator N.  */
unsigned advise_containers (void);

/* Called before the passes of the current function begin: note what its
   records will need.  */
void advise_begin (void);

/* Insert into the current function, which is instrumented, the records of its
   calls and the statements that keep them.  */
void advise_function (void);

/* Write to the assembler file what the records of this unit refer to and the
   module holds once.  */
void advise_emit_unit (void);

#endif /* CGPROF_ADVISE_H */
