/* What rules of a budget name, and what is compared is called: its subject, as
   a baseline has it, and as results are sorted by.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_CHECK_BUDGET_NAMES_H
#define CGPROF_CHECK_BUDGET_NAMES_H

#include "check/budget.h"

/* Return whether rules of KIND are about a number, not about time or an
   arc.  */
bool budget_is_number (enum budget_kind kind);

/* Return whether TEXT, LENGTH bytes, is what PATTERN says, where "*" and "?"
   are wild.  */
bool budget_is_like (const char *pattern, const char *text, size_t length);

/* Set MARKS, one for each function of MODEL, to whether it is called NAME, and
   return how many are: none if NAME has no text.  */
size_t budget_mark (const struct model *model, const struct budget_name *name,
		    uint8_t *marks);

/* Return what KIND, functions and place are called in a baseline, a string of
   ARENA or, of instructions of all code, a constant.  CALLEE is NULL for the
   latter alone; CALLER and FILE may be NULL, ORDINAL 0.  */
const char *budget_subject (struct arena *arena, enum budget_kind kind,
			    const char *callee, const char *caller,
			    uint32_t ordinal, const char *file,
			    uint32_t line);

/* Return what all instructions of the module NAME are called in a baseline, a
   string of ARENA.  */
const char *budget_module_subject (struct arena *arena, const char *name);

#endif /* CGPROF_CHECK_BUDGET_NAMES_H */
