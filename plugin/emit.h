/* Assembler text: counters, tables, the module's text.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_EMIT_H
#define CGPROF_EMIT_H

/* Write the counters and the rows of the current function, whose body was
   just written to the assembler file.  */
void emit_function (void);

/* Write what the unit holds once: strings and the module's text, with
   RUNTIME as the path of the runtime.  */
void emit_unit (const char *runtime);

/* Write the record number NUMBER of the unit and its row, ADVICE, of a call
   in FUNCTION.  */
void emit_container (unsigned number, const struct advice_site *advice,
		     const char *function);

#endif /* CGPROF_EMIT_H */
