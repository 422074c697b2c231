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

/* Likewise a call on a stream, of a diagnostic that is on (advise_io);
   advise/streams.cc.  */
void advise_stream (gcall *call, tree decl);

/* Whether DECL is a function of others with the assembler name NAME.  */
bool advise_named_p (tree decl, const char *name);

/* The source name of what VALUE is or was loaded from, as VARIABLE or
   STRUCT::MEMBER, to be freed; NULL if it has none.  */
char *advise_object_name (tree value);

/* Add a row of KIND, of a record that begins at WORD, for CALL of DECL.  */
struct advice_site *advise_add_row (enum cgprof_advice_kind kind, gcall *call,
				    tree decl, unsigned word, unsigned words,
				    unsigned sums, unsigned maxima);

/* Note what advise_inline needs of the current function, whose calls were
   inlined and whose passes begin.  */
void advise_inline_begin (void);

/* Whether advise_allocate referred to the module's recent allocations.  */
extern bool advise_needs_recent;

#endif /* CGPROF_ADVISE_CALLS_H */
