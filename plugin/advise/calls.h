/* The records of the calls that advice is about, one function a diagnostic.

   Each function looks at CALL, which calls the function DECL.  If its
   diagnostic is about such calls, it adds a row, a record of counter words and
   the statements that keep the record; otherwise it does nothing.

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

/* Do as advise_clear does for STATEMENT, which is no call, if it sets a whole
   large object to zeros.  */
void advise_clear_object (gimple *statement);

/* The part of advise_io for calls on streams (FILE), in streams.cc.  */
void advise_stream (gcall *call, tree decl);

/* Whether DECL is an external function with the assembler name NAME.  */
bool advise_named_p (tree decl, const char *name);

/* Return the source name of the variable or member that VALUE is or was loaded
   from, as VARIABLE or STRUCT::MEMBER, which the caller frees; NULL if it has
   none.  */
char *advise_object_name (tree value);

/* Add a row of KIND for CALL, which calls DECL, to the current function and
   return it.  Its record begins at WORD of the function's counters and has
   WORDS words, the first SUMS of which are sums and the next MAXIMA maxima
   over all threads (struct advice_site).  */
struct advice_site *advise_add_row (enum cgprof_advice_kind kind, gcall *call,
				    tree decl, unsigned word, unsigned words,
				    unsigned sums, unsigned maxima);

/* Note which calls of the current function GCC did not inline, and why, for
   advise_inline.  Called when inlining is over, before the function's passes
   begin.  */
void advise_inline_begin (void);

/* Set when advise_allocate has referred to the module's table of recent
   allocations.  */
extern bool advise_needs_recent;

#endif /* CGPROF_ADVISE_CALLS_H */
