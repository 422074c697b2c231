/* Area:    reporter, base/json
   Purpose: what strings become, with what is no UTF-8 and within a script;
	    commas, line breaks and brackets of nested objects and arrays.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/json.h"
#include "check.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Return true if PUT prints WANTED of TEXT.  */
static bool
prints (void (*put) (FILE *, const char *), const char *text,
	const char *wanted)
{
  char *got = NULL;
  size_t size;
  FILE *out = open_memstream (&got, &size);
  put (out, text);
  fclose (out);
  bool same = strcmp (got, wanted) == 0;
  if (!same)
    printf ("got %s, not %s\n", got, wanted);
  free (got);
  return same;
}

static size_t
utf8 (const char *text)
{
  return json_utf8_length ((const unsigned char *) text);
}

/* Return true if WRITE, given a writer, prints WANTED.  */
static bool
writes (void (*write) (struct json *), const char *wanted)
{
  char *got = NULL;
  size_t size;
  FILE *out = open_memstream (&got, &size);
  struct json json;
  json_open (&json, out, false);
  write (&json);
  json_close (&json);
  fclose (out);
  bool same = strcmp (got, wanted) == 0;
  if (!same)
    printf ("got %s, not %s\n", got, wanted);
  free (got);
  return same;
}

static void
write_compact (struct json *json)
{
  json_begin_object (json, JSON_COMPACT);
  json_member (json, "a", "x");
  json_key (json, "b");
  json_begin_array (json, JSON_COMPACT);
  json_count (json, 1);
  json_count (json, 2);
  json_end_array (json);
  json_key (json, "c");
  json_begin_object (json, JSON_COMPACT);
  json_end_object (json);
  json_end_object (json);
}

static void
write_spaced (struct json *json)
{
  json_begin_object (json, JSON_SPACED);
  json_bool_member (json, "a", true);
  json_key (json, "b");
  json_begin_array (json, JSON_SPACED);
  json_null (json);
  json_precise (json, 1.5);
  json_end_array (json);
  json_key (json, "c");
  json_begin_array (json, JSON_SPACED);
  json_end_array (json);
  json_end_object (json);
}

static void
write_indented (struct json *json)
{
  json_begin_object (json, JSON_INDENTED);
  json_count_member (json, "a", 1);
  json_key (json, "b");
  json_begin_array (json, JSON_INDENTED);
  json_begin_object (json, JSON_SPACED);
  json_count_member (json, "c", 2);
  json_end_object (json);
  json_count (json, 3);
  json_end_array (json);
  json_end_object (json);
}

static void
write_broken (struct json *json)
{
  json_begin_array (json, JSON_COMPACT);
  json_break (json);
  json_count (json, 1);
  json_break (json);
  json_count (json, 2);
  json_count (json, 3);
  json_break (json);
  json_end_array (json);
}

int
main (void)
{
  CHECK (writes (write_compact, "{\"a\":\"x\",\"b\":[1,2],\"c\":{}}"));
  CHECK (writes (write_spaced, "{ \"a\": true, \"b\": [null, 1.500000000], "
		 "\"c\": [] }"));
  CHECK (writes (write_indented, "{\n  \"a\": 1,\n  \"b\": [\n"
		 "    { \"c\": 2 },\n    3\n  ]\n}"));
  CHECK (writes (write_broken, "[\n1,\n2,3\n]"));

  CHECK (prints (json_put_string, NULL, "null"));
  CHECK (prints (json_put_string, "", "\"\""));
  CHECK (prints (json_put_string, "a\"b\\c", "\"a\\\"b\\\\c\""));
  CHECK (prints (json_put_string, "\303\251", "\"\303\251\""));
  CHECK (prints (json_put_string, "a\377", "\"a\\udcff\""));
  CHECK (prints (json_put_string, "<", "\"<\""));
  CHECK (prints (json_put_script, "</script", "\"\\u003c/script\""));

  CHECK (utf8 ("a") == 1);
  CHECK (utf8 ("\303\251") == 2);
  CHECK (utf8 ("\342\202\254") == 3);
  CHECK (utf8 ("\360\237\230\200") == 4);
  CHECK (utf8 ("\300\200") == 0);		/* Too long.  */
  CHECK (utf8 ("\355\240\200") == 0);		/* A surrogate.  */
  CHECK (utf8 ("\364\220\200\200") == 0);	/* Above U+10FFFF.  */
  CHECK (utf8 ("\342\202") == 0);		/* Cut off.  */
  return check_end ();
}
