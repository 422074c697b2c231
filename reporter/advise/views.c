/* Advice, for people and for programs.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "advise/views.h"

#include "base/json.h"
#include "base/print.h"
#include "text/view.h"

#include <inttypes.h>

static const char *const certainties[] = {
  [ADVICE_COUNTED] = "counted", [ADVICE_LIKELY] = "likely",
  [ADVICE_POSSIBLE] = "possible"
};

/* FILE:LINE:COLUMN and the function.  */

static void
view_item_place (FILE *out, const struct advice_item *item)
{
  if (item->file && item->line > 0)
    {
      fprintf (out, "%s:%" PRIu32, item->file, item->line);
      if (item->column > 0)
	fprintf (out, ":%" PRIu32, item->column);
    }
  if (item->function_name)
    fprintf (out, "%s%s", item->file && item->line > 0 ? ", in " : "in ",
	     item->function_name);
  fputc ('\n', out);
}

static void
view_item (FILE *out, const struct advice *advice,
	   const struct advice_item *item)
{
  fprintf (out, "\n%10.1f ms", item->gain_ns / 1e6);
  if (advice->run_ns > 0)
    fprintf (out, " %5.1f %%",
	     view_percent (item->gain_ns, advice->run_ns));
  fprintf (out, "  %s: %s", item->diagnostic, item->subject);
  if (item->kind == ADVICE_CHANGE)
    fprintf (out, " [%s]", certainties[item->certainty]);
  fputs ("\n    at ", out);
  view_item_place (out, item);
  fprintf (out, "    %s\n", item->facts);
  if (item->stopper)
    fprintf (out, "    not advised because %s\n", item->stopper);
  else if (item->change)
    fprintf (out, "    change: %s\n", item->change);
}

/* Print the items of KIND under TITLE, but of trifles only their number.
   Returns how many there are.  */

static size_t
view_items (FILE *out, const struct advice *advice, enum advice_kind kind,
	    const char *title)
{
  size_t count = 0;
  size_t trifles = 0;
  for (size_t i = 0; i < advice->count; i++)
    if (advice->items[i].kind == kind)
      {
	if (count++ == 0)
	  fprintf (out, "%s\n", title);
	if (advice->items[i].trifle)
	  trifles++;
	else
	  view_item (out, advice, &advice->items[i]);
      }
  if (trifles > 0)
    fprintf (out, "\n    %zu more that would save less than %.2g ms each; "
	     "--json has all\n", trifles,
	     advice->least_ns * ADVICE_TRIFLE_SHARE / 1e6);
  if (count > 0)
    fputc ('\n', out);
  return count;
}

void
view_advice (FILE *out, const struct advice *advice, bool refused)
{
  print_range (out, advice->model->from, advice->model->to);
  size_t count = view_items (out, advice, ADVICE_CHANGE,
			     "Advice, by what it would save:");
  count += view_items (out, advice, ADVICE_OBSERVATION,
		       "Observations, by what they cost:");
  if (count == 0)
    fprintf (out, "Nothing found that would save %.3g ms or more.\n",
	     advice->least_ns / 1e6);
  if (refused)
    view_items (out, advice, ADVICE_REFUSED, "Not advised:");
  if (advice->model->advice_count == 0)
    fputs ("There are no records for advice; more is known of a program "
	   "compiled with\n-fplugin-arg-cgprof-advise=all.\n", out);
}

static void
view_milliseconds (struct json *json, const char *key, double ns)
{
  json_key (json, key);
  json_number (json, "%.6f", ns / 1e6);
}

void
view_advice_json (FILE *out, const struct advice *advice)
{
  static const char *const kinds[] = {
    [ADVICE_CHANGE] = "advice", [ADVICE_OBSERVATION] = "observation",
    [ADVICE_REFUSED] = "refused"
  };
  struct json json;
  json_open (&json, out, false);
  json_begin_object (&json, JSON_INDENTED);
  json_member (&json, "schema", "cgprof-advice");
  json_count_member (&json, "schema_version", 1);
  json_member (&json, "program", advice->model->program);
  json_member (&json, "from", advice->model->from);
  json_member (&json, "to", advice->model->to);
  view_milliseconds (&json, "run_ms", advice->run_ns);
  view_milliseconds (&json, "least_ms", advice->least_ns);
  json_key (&json, "items");
  json_begin_array (&json, JSON_INDENTED);
  for (size_t i = 0; i < advice->count; i++)
    {
      const struct advice_item *item = &advice->items[i];
      json_begin_object (&json, JSON_SPACED);
      json_member (&json, "kind", kinds[item->kind]);
      json_member (&json, "diagnostic", item->diagnostic);
      json_member (&json, "certainty", certainties[item->certainty]);
      view_milliseconds (&json, item->kind == ADVICE_OBSERVATION ? "cost_ms"
						: "gain_ms", item->gain_ns);
      json_member (&json, "function", item->function != MODEL_NONE
		   ? advice->model->functions[item->function].name
		   : item->function_name);
      json_member (&json, "file", item->file);
      json_count_member (&json, "line", item->line);
      json_count_member (&json, "column", item->column);
      json_member (&json, "subject", item->subject);
      json_member (&json, "facts", item->facts);
      json_member (&json, "change", item->change);
      json_member (&json, "stopper", item->stopper);
      json_end_object (&json);
    }
  json_end_array (&json);
  json_end_object (&json);
  json_close (&json);
  putc ('\n', out);
}
