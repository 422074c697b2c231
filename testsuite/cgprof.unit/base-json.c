/* Area:    reporter, base/json
   Purpose: what strings become, with what is no UTF-8 and within a script;
	    commas, line breaks and brackets of nested objects and arrays; what
	    is no JSON aborts.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/json.h"
#include "check.h"

#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Return true if a writer, SCRIPT or not, prints WANTED of the string TEXT,
   and so do strings that are kept.  */
static bool
prints (bool script, const char *text, const char *wanted)
{
  char *got = NULL;
  size_t size;
  FILE *out = open_memstream (&got, &size);
  struct json json;
  struct json_strings strings;
  json_strings_open (&strings, 2, script);
  json_strings_add (&strings, "other");
  json_strings_add (&strings, text);
  json_strings_close (&strings);
  json_open (&json, out, script);
  json_begin_array (&json, JSON_COMPACT);
  json_string (&json, text);
  json_strings_put (&strings, &json, 1);
  json_end_array (&json);
  json_close (&json);
  json_strings_free (&strings);
  fclose (out);
  char twice[200];
  snprintf (twice, sizeof twice, "[%s,%s]", wanted, wanted);
  bool same = strcmp (got, twice) == 0;
  if (!same)
    printf ("got %s, not %s\n", got, twice);
  free (got);
  return same;
}

static size_t
utf8 (const char *text)
{
  return json_utf8_length ((const unsigned char *) text);
}

/* Return true if WRITE, given a writer, prints WANTED; also to a stream whose
   buffer has no room.  */
static bool
writes (void (*write) (struct json *), const char *wanted)
{
  bool same = true;
  for (int buffered = 0; buffered < 2; buffered++)
    {
      char got[200];
      FILE *out = tmpfile ();
      if (!buffered)
	setvbuf (out, NULL, _IONBF, 0);
      struct json json;
      json_open (&json, out, false);
      write (&json);
      json_close (&json);
      rewind (out);
      got[fread (got, 1, sizeof got - 1, out)] = '\0';
      fclose (out);
      if (strcmp (got, wanted) != 0)
	{
	  printf ("got %s, not %s\n", got, wanted);
	  same = false;
	}
    }
  return same;
}

/* Return true if WRITE, given a writer, is stopped as a bug.  */
static bool
aborts (void (*write) (struct json *))
{
  pid_t child = fork ();
  if (child == 0)
    {
      struct json json;
      fclose (stderr);
      json_open (&json, fopen ("/dev/null", "w"), false);
      write (&json);
      _exit (0);
    }
  int status;
  return waitpid (child, &status, 0) == child && WIFSIGNALED (status)
    && WTERMSIG (status) == SIGABRT;
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

static void
write_lines (struct json *json)
{
  json_begin_object (json, JSON_LINES);
  json_count_member (json, "a", 1);
  json_spaced_key (json, "b");
  json_begin_array (json, JSON_LINES);
  json_break (json);
  json_count (json, 2);
  json_count (json, 3);
  json_end_array (json);
  json_end_object (json);
}

static void
write_value (struct json *json)
{
  json_count (json, 1);
}

static void
write_two_values (struct json *json)
{
  json_count (json, 1);
  json_count (json, 2);
}

static void
write_object_behind_value (struct json *json)
{
  json_count (json, 1);
  json_begin_object (json, JSON_COMPACT);
}

static void
write_value_without_key (struct json *json)
{
  json_begin_object (json, JSON_COMPACT);
  json_count (json, 1);
}

static void
write_key_in_array (struct json *json)
{
  json_begin_array (json, JSON_COMPACT);
  json_key (json, "a");
}

static void
write_two_keys (struct json *json)
{
  json_begin_object (json, JSON_COMPACT);
  json_key (json, "a");
  json_key (json, "b");
}

static void
write_key_without_value (struct json *json)
{
  json_begin_object (json, JSON_COMPACT);
  json_key (json, "a");
  json_end_object (json);
}

static void
write_other_end (struct json *json)
{
  json_begin_object (json, JSON_COMPACT);
  json_end_array (json);
}

static void
write_no_end (struct json *json)
{
  json_begin_array (json, JSON_COMPACT);
  json_close (json);
}

static void
write_nothing (struct json *json)
{
  json_close (json);
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
  CHECK (writes (write_lines, "{\"a\":1,\n\"b\": [\n2,\n3]}"));

  CHECK (!aborts (write_value));
  CHECK (aborts (write_two_values));
  CHECK (aborts (write_object_behind_value));
  CHECK (aborts (write_value_without_key));
  CHECK (aborts (write_key_in_array));
  CHECK (aborts (write_two_keys));
  CHECK (aborts (write_key_without_value));
  CHECK (aborts (write_other_end));
  CHECK (aborts (write_no_end));
  CHECK (aborts (write_nothing));

  CHECK (prints (false, NULL, "null"));
  CHECK (prints (false, "", "\"\""));
  CHECK (prints (false, "a\"b\\c", "\"a\\\"b\\\\c\""));
  CHECK (prints (false, "\303\251", "\"\303\251\""));
  CHECK (prints (false, "a\377", "\"a\\udcff\""));
  CHECK (prints (false, "<", "\"<\""));
  CHECK (prints (false, "a\nb\177", "\"a\\u000ab\\u007f\""));
  CHECK (prints (true, "</script", "\"\\u003c/script\""));

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
