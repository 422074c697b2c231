/* Data within an HTML page.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "html/data.h"
#include "base/path.h"
#include "base/print.h"
#include "model/model.h"

#include <math.h>
#include <string.h>

/* Larger counts are no exact numbers in JavaScript.  */
#define HTML_COUNT_MAX ((uint64_t) 1 << 53)

void
html_begin (struct json *json, FILE *out, const char *part)
{
  fprintf (out, "<script type=\"application/json\" id=\"data-%s\">\n",
	   part);
  json_open (json, out, true);
}

void
html_end (struct json *json)
{
  json_close (json);
  fputs ("\n</script>\n", json->out);
}

void
html_begin_summary (struct json *json, FILE *out, const char *program,
		    bool diff)
{
  html_begin (json, out, "summary");
  json_begin_object (json, JSON_COMPACT);
  json_member (json, "schema", "cgprof-html");
  json_count_member (json, "version", 1);
  if (diff)
    json_bool_member (json, "diff", true);
  json_break (json);
  json_member (json, "program", program);
  json_break (json);
  json_member (json, "title", program ? path_base (program) : "profile");
}

void
html_index (struct json *json, uint32_t index)
{
  json_begin_value (json);
  if (index == MODEL_NONE)
    PRINT_CONSTANT (json->out, "-1");
  else
    print_count (json->out, index, 0);
}

void
html_count (struct json *json, uint64_t count)
{
  json_begin_value (json);
  if (count > HTML_COUNT_MAX)
    putc_unlocked ('"', json->out);
  print_count (json->out, count, 0);
  if (count > HTML_COUNT_MAX)
    putc_unlocked ('"', json->out);
}

void
html_time (struct json *json, double time, double second)
{
  json_begin_value (json);
  double ns = time / second * 1e9;
  double whole = nearbyint (ns);
  if (!(whole >= 0 && whole < 9e18))
    {
      putc_unlocked ('0', json->out);
      return;
    }
  /* Only near a half can the product have been rounded across it.  */
  if (fabs (ns - whole) < 0.49)
    {
      print_count (json->out, (uint64_t) whole, 0);
      return;
    }
  char text[340];
  snprintf (text, sizeof text, "%.9f", time / second);
  char *dot = strchr (text, '.');
  memmove (dot, dot + 1, strlen (dot));
  const char *digits = text + strspn (text, "0");
  fputs (*digits ? digits : "0", json->out);
}
