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
  JSON_LINES,			/* Likewise, with a line break behind each
				   comma and none before the end.  */
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
  bool value;			/* A value may come next; else a key, or in
				   the document nothing.  */
  unsigned char depth;		/* Of objects and arrays that are open.  */
  unsigned char lead_length;
  const char *lead;		/* What comes before the next element; has
				   JSON_LEAD_MAX bytes.  */
  struct json_level
  {
    bool object, array;		/* The document is neither.  */
    unsigned char space;	/* Spaces behind a colon.  */
    unsigned char comma_length;
    enum json_layout layout;
    const char *comma;		/* What comes between two elements.  */
  } level;			/* What is open, and */
  struct json_level outer[JSON_DEPTH_MAX];	/* what that is in, the
						   document first.  */
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

/* Begin a line: the next element comes first on it; if there is none, the end
   of what is open, unless its layout is JSON_LINES.  The line is indented in
   what is indented or spaced.  */
void json_break (struct json *json);

/* What comes before a value; whoever calls it prints the value to JSON's
   stream.  The functions below do so.  */

static inline void
json_begin_value (struct json *json)
{
  assert (json->value);
  json->value = json->level.array;
  print_padded (json->out, json->lead, json->lead_length, JSON_LEAD_MAX);
  json->lead = json->level.comma;
  json->lead_length = json->level.comma_length;
}

/* The part of json_begin_member for streams without room in their buffer.  */
void json_print_key (struct json *json, const char *key, unsigned space);

/* Always inlined, for the length of a key is known where it is written.
   SPACE: 1 if one comes before the value, else 0.  */

static inline __attribute__ ((always_inline)) void
json_begin_member (struct json *json, const char *key, unsigned space)
{
  assert (json->level.object && !json->value);
  json->value = true;
  size_t length = strlen (key);
  char *to = print_room (json->out, JSON_LEAD_MAX + length + 4);
  if (to)
    {
      memcpy (to, json->lead, JSON_LEAD_MAX);
      to += json->lead_length;
      *to++ = '"';
      memcpy (to, key, length);
      memcpy (to + length, "\": ", 3);
      print_stored (json->out, to + length + 2 + space);
    }
  else
    json_print_key (json, key, space);
  json->lead_length = 0;
}

/* KEY, which needs no escapes, of the member whose value comes next.  */

static inline __attribute__ ((always_inline)) void
json_key (struct json *json, const char *key)
{
  json_begin_member (json, key, json->level.space);
}

/* Likewise with a space before the value, whatever the layout.  */

static inline __attribute__ ((always_inline)) void
json_spaced_key (struct json *json, const char *key)
{
  json_begin_member (json, key, 1);
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

/* To nine decimals; none of what is 0, as much is where most is not
   sampled.  */

static inline void
json_precise (struct json *json, double value)
{
  json_begin_value (json);
  if (value == 0)
    PRINT_CONSTANT (json->out, "0.0");
  else
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

/* INDEX, or null where it is UINT32_MAX, which stands for none.  */

static inline void
json_index (struct json *json, uint32_t index)
{
  if (index == UINT32_MAX)
    json_null (json);
  else
    json_count (json, index);
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
json_index_member (struct json *json, const char *key, uint32_t index)
{
  json_key (json, key);
  json_index (json, index);
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

/* Strings that are printed often, escaped once.  */
struct json_strings
{
  char *text;			/* As JSON has them, one after the other.  */
  size_t size;
  size_t *ends;
  size_t count;
  bool script;			/* As the writer's.  */
  FILE *stream;			/* To TEXT.  */
};

/* Make room for COUNT strings; then they are added one by one, and then
   STRINGS is closed.  SCRIPT is that of the writers they are for.  */
void json_strings_open (struct json_strings *strings, size_t count,
			bool script);
void json_strings_add (struct json_strings *strings, const char *text);
void json_strings_close (struct json_strings *strings);
void json_strings_free (struct json_strings *strings);

/* What json_string prints of the string that was added as number I.  */

static inline void
json_strings_put (const struct json_strings *strings, struct json *json,
		  size_t i)
{
  size_t begin = i > 0 ? strings->ends[i - 1] : 0;
  json_begin_value (json);
  print_text (json->out, strings->text + begin, strings->ends[i] - begin);
}

/* The length of the UTF-8 sequence at P, or 0 if it is not one (too long,
   a surrogate, above U+10FFFF, cut off).  */
size_t json_utf8_length (const unsigned char *p);

#endif /* CGPROF_BASE_JSON_H */
