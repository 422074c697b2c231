/* The records of the calls that advice is about.

   Each function looks at CALL of the function DECL and, if its diagnostic
   is about it, gives it a record and the code that keeps it.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ADVISE_CALLS_H
#define CGPROF_ADVISE_CALLS_H

void advise_inline (gcall *call, tree decl);
void advise_repeat (gcall *call, tree decl);
void advise_append (gcall *call, tree decl);
void advise_realloc (gcall *call, tree decl);
void advise_allocate (gcall *call, tree decl);
void advise_io (gcall *call, tree decl);
void advise_sort (gcall *call, tree decl);
void advise_clear (gcall *call, tree decl);

/* The same for STATEMENT, if it gives a whole object zeros.  */
void advise_clear_object (gimple *statement);

/* Note what advise_inline needs of the current function, whose calls were
   inlined and whose passes begin.  */
void advise_inline_begin (void);

/* Whether advise_allocate referred to the module's recent allocations.  */
extern bool advise_needs_recent;

#endif /* CGPROF_ADVISE_CALLS_H */
