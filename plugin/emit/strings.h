/* Strings that rows refer to, each once in a unit.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_EMIT_STRINGS_H
#define CGPROF_EMIT_STRINGS_H

/* Write a reference to STRING, as rows have it, into the current section.  An
   absent one is the empty string.  */
void strings_emit_reference (const char *string);

/* Whether something was referred to.  */
bool strings_needed_p (void);

/* Write all strings to their section, and stay in it.  */
void strings_emit (void);

/* Have what is referred to from now on belong to other strings, whose labels
   begin with LABEL, until strings_end is given what this returns.  */
struct string_set *strings_begin (const char *label);
void strings_end (struct string_set *old);

#endif /* CGPROF_EMIT_STRINGS_H */
