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

/* Write the record number NUMBER of the unit, of WORDS words, and its row,
   for a call of CALLEE at PLACE of FUNCTION, about OBJECT (NULL:
   unknown).  */
void emit_container (unsigned number, unsigned words, const char *function,
		     const char *callee, const char *object,
		     const struct place &place);

#endif /* CGPROF_EMIT_H */
