/* Assembler text: counters, tables, the module's text.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_EMIT_H
#define CGPROF_EMIT_H

/* Write the counters and the rows of the current function, whose body was
   just written to the assembler file.  */
void emit_function (void);

/* Whether this unit is to hold what each unit with rows holds once: at least
   one row was written, to an assembler file that there is.  */
bool emit_unit_needed_p (void);

/* Write that: the strings of all rows, so none may be written afterwards, and
   the module's text, with RUNTIME as the path of the runtime.  Until
   emit_unit_end the caller may add sections of its own to the unit.  */
void emit_unit_begin (const char *runtime);
void emit_unit_end (void);

/* Write the record of the unit whose symbol is LABEL and NUMBER, and its row,
   ADVICE, of a call in FUNCTION.  A label that does not begin with a dot is
   global.  */
void emit_container (const char *label, unsigned number,
		     const struct advice_site *advice, const char *function);

/* The assembler text that WRITE writes, and its strings, whose labels begin
   with LABEL; and the module's text, as emit_unit_begin writes it.  To be freed.  */
char *emit_to_text (const char *label, void (*write) (void));
char *emit_module_to_text (const char *runtime);

#endif /* CGPROF_EMIT_H */
