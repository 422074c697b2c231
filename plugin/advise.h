/* Records for advice: which calls get one (the option advise).

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ADVISE_H
#define CGPROF_ADVISE_H

/* Switch diagnostics on and off: LIST is names, all, none, or -name,
   separated by commas.  Returns false after an error.  */
bool advise_set (const char *list);

/* Whether growth of vectors is to be recorded.  */
bool advise_vectors (void);

/* Give the calls of the current function, which is instrumented, their
   records.  */
void advise_function (void);

/* Write what a module needs once for the records of this unit.  */
void advise_emit_unit (void);

#endif /* CGPROF_ADVISE_H */
