/* JSON, and faster than printf.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_BASE_JSON_H
#define CGPROF_BASE_JSON_H

#include "base/print.h"

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

/* Strings that are printed often.  */
struct json_strings
{
  char *text;			/* As JSON has them, one after the other.  */
  size_t size;
  size_t *ends;
  size_t count;
  FILE *stream;			/* To TEXT.  */
};

/* Make room for COUNT strings; then they are added one by one, and then
   STRINGS is closed.  */
void json_strings_open (struct json_strings *strings, size_t count);
void json_strings_add (struct json_strings *strings, const char *text);
void json_strings_close (struct json_strings *strings);

/* What json_string prints of the string that was added as number I.  */
static inline void
json_strings_put (const struct json_strings *strings, FILE *out, size_t i)
{
  size_t begin = i > 0 ? strings->ends[i - 1] : 0;
  print_text (out, strings->text + begin, strings->ends[i] - begin);
}

void json_strings_free (struct json_strings *strings);

/* The length of the UTF-8 sequence at P, or 0 if it is not one (too long,
   a surrogate, above U+10FFFF, cut off).  */
size_t json_utf8_length (const unsigned char *p);

#endif /* CGPROF_BASE_JSON_H */
