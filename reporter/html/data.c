/* Data within an HTML page.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "html/data.h"
#include "base/json.h"
#include "base/print.h"
#include "model/model.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Larger counts are no exact numbers in JavaScript.  */
#define HTML_COUNT_MAX ((uint64_t) 1 << 53)

void
html_begin (FILE *out, const char *part)
{
  fprintf (out, "<script type=\"application/json\" id=\"data-%s\">\n",
	   part);
}

void
html_end (FILE *out)
{
  fputs ("\n</script>\n", out);
}

void
html_index (FILE *out, uint32_t index)
{
  if (index == MODEL_NONE)
    PRINT_CONSTANT (out, "-1");
  else
    print_count (out, index, 0);
}

void
html_count (FILE *out, uint64_t count)
{
  if (count > HTML_COUNT_MAX)
    putc_unlocked ('"', out);
  print_count (out, count, 0);
  if (count > HTML_COUNT_MAX)
    putc_unlocked ('"', out);
}

void
html_time (FILE *out, double time, double second)
{
  double ns = time / second * 1e9;
  double whole = nearbyint (ns);
  if (!(whole >= 0 && whole < 9e18))
    {
      putc_unlocked ('0', out);
      return;
    }
  /* Only near a half can the product have been rounded across it.  */
  if (fabs (ns - whole) < 0.49)
    {
      print_count (out, (uint64_t) whole, 0);
      return;
    }
  char text[340];
  snprintf (text, sizeof text, "%.9f", time / second);
  char *dot = strchr (text, '.');
  memmove (dot, dot + 1, strlen (dot));
  const char *digits = text + strspn (text, "0");
  fputs (*digits ? digits : "0", out);
}

void
html_comma (FILE *out, size_t i)
{
  if (i > 0)
    putc_unlocked (',', out);
}

void
html_member (FILE *out, const char *key, const char *text)
{
  fprintf (out, "\"%s\":", key);
  json_put_script (out, text);
  fputs (",\n", out);
}

void
html_change (FILE *out, double time, double second)
{
  if (time < 0)
    putc_unlocked ('-', out);
  html_time (out, fabs (time), second);
}
