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

/* The length of what stands in a string as it is, from P on; OTHER does
   not.  */

static size_t
json_plain_length (const unsigned char *p, unsigned char other)
{
  const unsigned char *end = p;
  while (*end >= ' ' && *end < 0x7f && *end != '"' && *end != '\\'
	 && *end != other)
    end++;
  return end - p;
}

/* SCRIPT: without less-than signs.  */

static void
json_put (FILE *out, const char *text, bool script)
{
  if (!text)
    {
      PRINT_CONSTANT (out, "null");
      return;
    }
  putc_unlocked ('"', out);
  const unsigned char *p = (const unsigned char *) text;
  while (*p)
    {
      size_t length = json_plain_length (p, script ? '<' : '"');
      if (length == 0)
	length = json_utf8_length (p);
      if (length == 0)
	fprintf (out, "\\udc%02x", *p++);
      else if (*p == '"' || *p == '\\')
	fprintf (out, "\\%c", *p++);
      else if (*p < ' ' || *p == 0x7f || (script && *p == '<'))
	fprintf (out, "\\u%04x", *p++);
      else
	{
	  print_text (out, (const char *) p, length);
	  p += length;
	}
    }
  putc_unlocked ('"', out);
}

void
json_put_string (FILE *out, const char *text)
{
  json_put (out, text, false);
}

void
json_put_script (FILE *out, const char *text)
{
  json_put (out, text, true);
}

void
json_strings_open (struct json_strings *strings, size_t count)
{
  *strings = (struct json_strings) {
    .ends = mem_alloc (count, sizeof *strings->ends)
  };
  strings->stream = open_memstream (&strings->text, &strings->size);
  if (!strings->stream)
    mem_failed ();
}

void
json_strings_add (struct json_strings *strings, const char *text)
{
  json_put_string (strings->stream, text);
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

void
json_put_member (FILE *out, const char *key, const char *text)
{
  json_put_key (out, key);
  json_put_string (out, text);
}

void
json_put_key (FILE *out, const char *key)
{
  putc_unlocked ('"', out);
  print_text (out, key, strlen (key));
  PRINT_CONSTANT (out, "\": ");
}

/* ---- The writer.  */

/* A comma and a new line; of the spaces, two for each level.  */
static const char json_line[] = ",\n                ";
_Static_assert (sizeof json_line == sizeof ",\n" + 2 * JSON_DEPTH_MAX,
		"json_line indents all levels");

/* Bytes of json_line down to DEPTH, for LAYOUT.  */

static size_t
json_line_length (enum json_layout layout, size_t depth)
{
  return 2 + (layout == JSON_COMPACT ? 0 : 2 * depth);
}

/* Set what comes between elements where JSON is now.  */

static void
json_set_comma (struct json *json)
{
  enum json_layout layout = JSON_COMPACT;
  json->object = false;
  if (json->depth > 0)
    {
      json->object = json->levels[json->depth - 1].object;
      layout = json->levels[json->depth - 1].layout;
    }
  json->comma = layout == JSON_SPACED ? ", " : json_line;
  json->comma_length = layout == JSON_SPACED ? 2 : layout == JSON_COMPACT ? 1
    : json_line_length (layout, json->depth);
}

void
json_open (struct json *json, FILE *out, bool script)
{
  *json = (struct json) {
    .out = out, .script = script, .lead = ""
  };
  json_set_comma (json);
}

void
json_close (struct json *json)
{
  assert (json->depth == 0 && json->lead_length > 0);
}

static void
json_begin (struct json *json, bool object, enum json_layout layout)
{
  assert (json->depth < JSON_DEPTH_MAX && (json->depth > 0 || json->lead_length == 0));
  json_begin_value (json);
  putc_unlocked (object ? '{' : '[', json->out);
  json->levels[json->depth++] = (struct json_level) { object, layout };
  json_set_comma (json);
  json->lead = json->comma + 1;
  json->lead_length = json->comma_length - 1;
  if (layout == JSON_SPACED && !object)
    json->lead_length = 0;
}

static void
json_end (struct json *json, bool object)
{
  assert (json->depth > 0 && json->object == object && !json->keyed);
  enum json_layout layout = json->levels[--json->depth].layout;
  if (memchr (json->lead, '\n', json->lead_length))
    print_text (json->out, json_line + 1,
		json_line_length (layout, json->depth) - 1);
  else if (layout == JSON_SPACED && object)
    putc_unlocked (' ', json->out);
  putc_unlocked (object ? '}' : ']', json->out);
  json_set_comma (json);
  json->lead = json->comma;
  json->lead_length = json->comma_length;
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
  assert (json->depth > 0 && !json->keyed);
  bool first = json->lead_length == 0 || json->lead[0] != ',';
  size_t length
    = json_line_length (json->levels[json->depth - 1].layout, json->depth);
  json->lead = json_line + first;
  json->lead_length = length - first;
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
