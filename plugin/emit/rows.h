/* The rows of a function: it, its call sites, advice and inlined calls.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_EMIT_ROWS_H
#define CGPROF_EMIT_ROWS_H

/* Write the rows of the current function to their section.  Its body is
   written, and it has the symbol .Lcgprof_fN.  */
void rows_emit_function (void);

/* Write the row ADVICE of a container, of a call in FUNCTION, to the section
   of rows.  Its counters' symbol is LABEL followed by NUMBER.  */
void rows_emit_container (const char *label, unsigned number,
			  const struct advice_site *advice,
			  const char *function);

#endif /* CGPROF_EMIT_ROWS_H */
