/* JSON, written as it comes, and faster than printf.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_BASE_JSON_H
#define CGPROF_BASE_JSON_H

#include "base/print.h"

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* How the elements of an object or array stand.  */
enum json_layout
{
  JSON_COMPACT,			/* {"key":1,"key":2}  */
  JSON_SPACED,			/* { "key": 1, "key": 2 }, [1, 2]  */
  JSON_INDENTED			/* Each on a line of its own, two columns to
				   the right of what it is in.  */
};

/* A writer of JSON to a stream.  It prints commas, brackets and line breaks;
   a value or a key where none may stand, and an object or array that is ended
   as the other or not at all, is a bug of the caller and fails an assertion.
   Errors of writing are the stream's.  */
#define JSON_DEPTH_MAX 8
struct json
{
  FILE *out;
  bool script;			/* Within an HTML script: no less-than sign is
				   printed, so neither an end tag nor a
				   comment can begin there.  */

  /* The writer's own.  */
  bool keyed;			/* A key was written, and no value yet.  */
  unsigned char depth; /* Of LEVELS that are open, from 1 on.  */
  unsigned char lead_length;
  const char *lead;		/* What comes before the next element; has
				   JSON_LEAD_MAX bytes.  */
  struct json_level
  {
    bool object;
    unsigned char comma_length;
    enum json_layout layout;
    const char *comma;		/* What comes between two elements.  */
  } levels[JSON_DEPTH_MAX + 1];	/* The first is the document's.  */
};

/* Room of what comes before an element, a comma and a line break with spaces
   for each level at most: all of it is copied, which is faster than to copy
   as much as is needed.  */
#define JSON_LEAD_MAX 24

/* Begin a document on OUT; SCRIPT as above.  */
void json_open (struct json *json, FILE *out, bool script);

/* End it: one value was written, and all that it holds was ended.  */
void json_close (struct json *json);

void json_begin_object (struct json *json, enum json_layout layout);
void json_end_object (struct json *json);
void json_begin_array (struct json *json, enum json_layout layout);
void json_end_array (struct json *json);

/* Begin a line: the next element, or else the end of the object or array that
   is open, comes first on it.  It is indented unless the layout is compact.  */
void json_break (struct json *json);

/* What comes before a value; whoever calls it prints the value to JSON's
   stream.  The functions below do so.  */

static inline void
json_begin_value (struct json *json)
{
  const struct json_level *level = &json->levels[json->depth];
  assert (json->keyed == level->object
	  && (json->depth > 0 || json->lead_length == 0));
  json->keyed = false;
  print_padded (json->out, json->lead, json->lead_length, JSON_LEAD_MAX);
  json->lead = level->comma;
  json->lead_length = level->comma_length;
}

/* Always inlined, for the length of a key is known where it is written.
   COLON: what comes between key and value.  */

static inline __attribute__ ((always_inline)) void
json_begin_member (struct json *json, const char *key, const char *colon)
{
  assert (json->levels[json->depth].object && !json->keyed);
  print_padded (json->out, json->lead, json->lead_length, JSON_LEAD_MAX);
  json->lead_length = 0;
  json->keyed = true;
  putc_unlocked ('"', json->out);
  print_text (json->out, key, strlen (key));
  print_text (json->out, colon, strlen (colon));
}

/* KEY, which needs no escapes, of the member whose value comes next.  */

static inline __attribute__ ((always_inline)) void
json_key (struct json *json, const char *key)
{
  if (json->levels[json->depth].layout == JSON_COMPACT)
    json_begin_member (json, key, "\":");
  else
    json_begin_member (json, key, "\": ");
}

/* Likewise with a space before the value, also in a compact object.  */

static inline __attribute__ ((always_inline)) void
json_spaced_key (struct json *json, const char *key)
{
  json_begin_member (json, key, "\": ");
}

/* TEXT as a string, or null.  A byte that is no UTF-8 becomes U+DC80 and
   up, as Python's "surrogateescape" has it, so that nothing is lost.  */
void json_string (struct json *json, const char *text);

/* A number, as printf prints it.  */
void json_number (struct json *json, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));

static inline void
json_count (struct json *json, uint64_t count)
{
  json_begin_value (json);
  print_count (json->out, count, 0);
}

/* To nine decimals.  */

static inline void
json_precise (struct json *json, double value)
{
  json_begin_value (json);
  print_precise (json->out, value);
}

static inline void
json_bool (struct json *json, bool value)
{
  json_begin_value (json);
  print_text (json->out, value ? "true" : "false", value ? 4 : 5);
}

static inline void
json_null (struct json *json)
{
  json_begin_value (json);
  PRINT_CONSTANT (json->out, "null");
}

/* KEY with a value.  */

static inline __attribute__ ((always_inline)) void
json_member (struct json *json, const char *key, const char *text)
{
  json_key (json, key);
  json_string (json, text);
}

static inline __attribute__ ((always_inline)) void
json_count_member (struct json *json, const char *key, uint64_t count)
{
  json_key (json, key);
  json_count (json, count);
}

static inline __attribute__ ((always_inline)) void
json_precise_member (struct json *json, const char *key, double value)
{
  json_key (json, key);
  json_precise (json, value);
}

static inline __attribute__ ((always_inline)) void
json_bool_member (struct json *json, const char *key, bool value)
{
  json_key (json, key);
  json_bool (json, value);
}

/* TEXT as a string, or null.  A byte that is no UTF-8 becomes U+DC80 and
   up, as Python's "surrogateescape" has it, so that nothing is lost.  */
void json_put_string (FILE *out, const char *text);

/* Likewise, within an HTML script: no less-than sign is left, so neither an
   end tag nor a comment can begin there.  */
void json_put_script (FILE *out, const char *text);

/* KEY, which needs no escapes, and what comes before its value.  */
void json_put_key (FILE *out, const char *key);

/* KEY with the string TEXT.  */
void json_put_member (FILE *out, const char *key, const char *text);

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
