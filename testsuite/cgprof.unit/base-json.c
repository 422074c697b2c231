/* Area:    reporter, base/json
   Purpose: what strings become, with what is no UTF-8 and within a script.

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

int
main (void)
{
  CHECK (prints (json_string, NULL, "null"));
  CHECK (prints (json_string, "", "\"\""));
  CHECK (prints (json_string, "a\"b\\c", "\"a\\\"b\\\\c\""));
  CHECK (prints (json_string, "\303\251", "\"\303\251\""));
  CHECK (prints (json_string, "a\377", "\"a\\udcff\""));
  CHECK (prints (json_string, "<", "\"<\""));
  CHECK (prints (json_script_string, "</script", "\"\\u003c/script\""));

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
