/* JSON, and faster than printf.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/json.h"
#include "base/mem.h"
#include "base/print.h"

#include <stdbool.h>
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
json_string (FILE *out, const char *text)
{
  json_put (out, text, false);
}

void
json_script_string (FILE *out, const char *text)
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
  json_string (strings->stream, text);
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
json_member (FILE *out, const char *key, const char *text)
{
  json_key (out, key);
  json_string (out, text);
}

void
json_key (FILE *out, const char *key)
{
  putc_unlocked ('"', out);
  print_text (out, key, strlen (key));
  PRINT_CONSTANT (out, "\": ");
}
