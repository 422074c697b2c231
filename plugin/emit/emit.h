/* Writing counters, tables and the module's text as assembler text.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_EMIT_H
#define CGPROF_EMIT_H

/* Write the counters and the rows of the current function, whose body was
   just written to the assembler file.  */
void emit_function (void);

/* Whether emit_unit_begin must be called for this unit: there is an assembler
   file, and at least one row was written to it.  */
bool emit_unit_needed_p (void);

/* Write what a unit with rows holds once: the strings of all rows, after which
   no row may be written, and the module's text, in which RUNTIME is the path
   of the runtime.  The caller may then add sections of its own to the unit and
   calls emit_unit_end.  */
void emit_unit_begin (const char *runtime);
void emit_unit_end (void);

/* Write the record of a container, whose symbol is LABEL followed by NUMBER,
   and its row ADVICE, of a call in FUNCTION.  A label that does not begin with
   a dot is a global symbol.  */
void emit_container (const char *label, unsigned number,
		     const struct advice_site *advice, const char *function);

/* Return the assembler text that WRITE writes, with the strings that it uses,
   whose labels begin with LABEL.  The caller frees it.  */
char *emit_to_text (const char *label, void (*write) (void));

/* Return the module's text as emit_unit_begin writes it, with RUNTIME as the
   path of the runtime.  The caller frees it.  */
char *emit_module_to_text (const char *runtime);

#endif /* CGPROF_EMIT_H */
