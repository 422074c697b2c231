/* JSON, and faster than printf.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_JSON_H
#define CGPROF_JSON_H

#include <stdio.h>

/* TEXT as a string, or null.  A byte that is no UTF-8 becomes U+DC80 and
   up, as Python's "surrogateescape" has it, so that nothing is lost.  */
void json_string (FILE *out, const char *text);

/* Likewise, within an HTML script: no less-than sign is left, so neither an
   end tag nor a comment can begin there.  */
void json_script_string (FILE *out, const char *text);

/* KEY, which needs no escapes, and what comes before its value.  */
void json_key (FILE *out, const char *key);

/* KEY with the string TEXT.  */
void json_member (FILE *out, const char *key, const char *text);

/* The length of the UTF-8 sequence at P, or 0 if it is not one (too long,
   a surrogate, above U+10FFFF, cut off).  */
size_t json_utf8_length (const unsigned char *p);

#endif /* CGPROF_JSON_H */
