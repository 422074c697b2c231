/* JSON, written as it comes, and faster than printf.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/json.h"
#include "base/mem.h"
#include "base/print.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

size_t
json_utf8_length (const unsigned char *p)
{
  static const struct
  {
    unsigned char low, high;		/* First byte.  */
    unsigned char second_low, second_high;
    unsigned char length;
  } forms[] = {
    { 0xc2, 0xdf, 0x80, 0xbf, 2 },
    { 0xe0, 0xe0, 0xa0, 0xbf, 3 },
    { 0xe1, 0xec, 0x80, 0xbf, 3 },
    { 0xed, 0xed, 0x80, 0x9f, 3 },
    { 0xee, 0xef, 0x80, 0xbf, 3 },
    { 0xf0, 0xf0, 0x90, 0xbf, 4 },
    { 0xf1, 0xf3, 0x80, 0xbf, 4 },
    { 0xf4, 0xf4, 0x80, 0x8f, 4 }
  };
  if (*p < 0x80)
    return 1;
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
    if (*p >= forms[i].low && *p <= forms[i].high)
      {
	if (p[1] < forms[i].second_low || p[1] > forms[i].second_high)
	  return 0;
	for (size_t j = 2; j < forms[i].length; j++)
	  if (p[j] < 0x80 || p[j] > 0xbf)
	    return 0;
	return forms[i].length;
      }
  return 0;
}

/* Which characters do not stand in a string as they are, always or within a
   script.  */
enum { JSON_ESCAPED = 1, JSON_LESS = 2 };

static const unsigned char json_kinds[256] = {
  [0 ... ' ' - 1] = JSON_ESCAPED, ['"'] = JSON_ESCAPED, ['<'] = JSON_LESS,
  ['\\'] = JSON_ESCAPED, [0x7f ... 0xff] = JSON_ESCAPED
};

/* Print the escape of CODE, from 0 to 255, in the block HIGH.  */

static void
json_put_escape (FILE *out, const char *high, unsigned char code)
{
  static const char digits[] = "0123456789abcdef";
  char text[] = { '\\', 'u', high[0], high[1], digits[code >> 4],
		  digits[code & 15] };
  print_text (out, text, sizeof text);
}

/* Print TEXT as a string, or null; SCRIPT: without less-than signs.  */

static void
json_put (FILE *out, const char *text, bool script)
{
  if (!text)
    {
      PRINT_CONSTANT (out, "null");
      return;
    }
  unsigned char other = script ? JSON_ESCAPED | JSON_LESS : JSON_ESCAPED;
  putc_unlocked ('"', out);
  const unsigned char *p = (const unsigned char *) text;
  while (*p)
    {
      const unsigned char *end = p;
      while (!(json_kinds[*end] & other))
	end++;
      size_t length = end - p;
      if (length == 0 && *p >= 0x80)
	length = json_utf8_length (p);
      if (length > 0)
	{
	  print_text (out, (const char *) p, length);
	  p += length;
	}
      else if (*p == '"' || *p == '\\')
	{
	  putc_unlocked ('\\', out);
	  putc_unlocked (*p++, out);
	}
      else
	{
	  json_put_escape (out, *p >= 0x80 ? "dc" : "00", *p);
	  p++;
	}
    }
  putc_unlocked ('"', out);
}

void
json_strings_open (struct json_strings *strings, size_t count, bool script)
{
  *strings = (struct json_strings) {
    .script = script, .ends = mem_alloc (count, sizeof *strings->ends)
  };
  strings->stream = open_memstream (&strings->text, &strings->size);
  if (!strings->stream)
    mem_failed ();
}

void
json_strings_add (struct json_strings *strings, const char *text)
{
  json_put (strings->stream, text, strings->script);
  strings->ends[strings->count++] = (size_t) ftello (strings->stream);
}

void
json_strings_close (struct json_strings *strings)
{
  bool failed = ferror (strings->stream) != 0;
  if (fclose (strings->stream) != 0 || failed)
    mem_failed ();
}

void
json_strings_free (struct json_strings *strings)
{
  free (strings->text);
  free (strings->ends);
}

/* ---- The writer.  */

/* A comma, a new line, and two spaces for each level.  */
static const char json_line[JSON_LEAD_MAX + 1] = ",\n                ";
_Static_assert (sizeof ",\n" - 1 + 2 * JSON_DEPTH_MAX <= JSON_LEAD_MAX - 1,
		"json_line indents all levels");

static const char json_spaced[JSON_LEAD_MAX + 1] = ", ";

/* Bytes of json_line down to JSON's level of LAYOUT.  */

static inline unsigned
json_line_length (const struct json *json, enum json_layout layout)
{
  return 2 + (layout <= JSON_LINES ? 0 : 2 * json->depth);
}

/* Whether a line begins before the next element.  */

static inline bool
json_breaks (const struct json *json)
{
  bool comma = json->lead[0] == ',';
  return json->lead_length > comma && json->lead[comma] == '\n';
}

void
json_open (struct json *json, FILE *out, bool script)
{
  json->out = out;
  json->script = script;
  json->value = true;
  json->depth = 0;
  json->lead = json_line;
  json->lead_length = 0;
  json->level = (struct json_level) { .comma = json_line };
}

void
json_close (struct json *json)
{
  assert (json->depth == 0 && !json->value);
}

void
json_print_key (struct json *json, const char *key, unsigned space)
{
  print_text (json->out, json->lead, json->lead_length);
  putc_unlocked ('"', json->out);
  print_text (json->out, key, strlen (key));
  print_text (json->out, "\": ", 2 + space);
}

static inline void
json_begin (struct json *json, bool object, enum json_layout layout)
{
  assert (json->depth < JSON_DEPTH_MAX);
  json_begin_value (json);
  putc_unlocked (object ? '{' : '[', json->out);
  json->outer[json->depth++] = json->level;
  json->level = (struct json_level) {
    .object = object, .array = !object, .layout = layout,
    .space = layout > JSON_LINES, .comma = json_line, .comma_length = 1
  };
  struct json_level *level = &json->level;
  json->value = !object;
  json->lead = json_line + 1;
  if (layout == JSON_SPACED)
    {
      level->comma = json_spaced;
      level->comma_length = 2;
      json->lead = json_spaced + 1;
    }
  else if (layout != JSON_COMPACT)
    level->comma_length = json_line_length (json, layout);
  json->lead_length = level->comma_length - 1;
  if (layout == JSON_LINES || (layout == JSON_SPACED && !object))
    json->lead_length = 0;
}

static inline void
json_end (struct json *json, bool object)
{
  enum json_layout layout = json->level.layout;
  assert (json->depth > 0 && json->level.object == object
	  && json->value == !object);
  json->level = json->outer[--json->depth];
  /* Where elements begin lines, the end does, too; but not where commas end
     them.  */
  if (layout != JSON_LINES && json_breaks (json))
    print_text (json->out, json_line + 1,
		json_line_length (json, layout) - 1);
  else if (layout == JSON_SPACED && object)
    putc_unlocked (' ', json->out);
  putc_unlocked (object ? '}' : ']', json->out);
  json->value = json->level.array;
  json->lead = json->level.comma;
  json->lead_length = json->level.comma_length;
}

void
json_begin_object (struct json *json, enum json_layout layout)
{
  json_begin (json, true, layout);
}

void
json_end_object (struct json *json)
{
  json_end (json, true);
}

void
json_begin_array (struct json *json, enum json_layout layout)
{
  json_begin (json, false, layout);
}

void
json_end_array (struct json *json)
{
  json_end (json, false);
}

void
json_break (struct json *json)
{
  assert (json->depth > 0 && json->value == json->level.array);
  bool first = json->lead_length == 0 || json->lead[0] != ',';
  json->lead = json_line + first;
  json->lead_length = json_line_length (json, json->level.layout) - first;
}

void
json_string (struct json *json, const char *text)
{
  json_begin_value (json);
  json_put (json->out, text, json->script);
}

void
json_number (struct json *json, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  json_begin_value (json);
  vfprintf (json->out, format, arguments);
  va_end (arguments);
}
