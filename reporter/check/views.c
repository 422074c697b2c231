/* What came of a budget: text, Markdown and JUnit's XML.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "check/views.h"
#include "base/json.h"
#include "base/print.h"

#include <inttypes.h>
#include <string.h>

static const char *const view_states[] = {
  [BUDGET_MET] = "met", [BUDGET_BROKEN] = "broken",
  [BUDGET_WARNED] = "warning"
};

/* ---- One result.  */

static bool
view_is_share (const struct budget_rule *rule)
{
  return rule->kind == BUDGET_SELF || rule->kind == BUDGET_TOTAL;
}

/* Print to TEXT, of SIZE bytes, what was found and what was allowed.  */

static void
view_numbers (char *text, size_t size, const struct budget_rule *rule,
	      const struct budget_result *result)
{
  char baseline[64] = "";
  if (view_is_share (rule))
    {
      if (rule->baseline && result->has_baseline)
	snprintf (baseline, sizeof baseline, ", baseline %.1f%%",
		  result->share_baseline);
      else if (rule->baseline)
	strcpy (baseline, ", not in the baseline");
      snprintf (text, size, "== %.1f%% +/- %.1f%%, limit %.1f%%%s",
		result->share, result->share_error, result->share_limit,
		baseline);
      return;
    }
  if (rule->baseline && result->has_baseline)
    snprintf (baseline, sizeof baseline, ", baseline %" PRIu64,
	      result->baseline);
  else if (rule->baseline)
    strcpy (baseline, ", not in the baseline");
  snprintf (text, size, "== %" PRIu64 ", limit %" PRIu64 "%s",
	    result->count, result->limit, baseline);
}

/* Print RESULT to OUT through PUT, which escapes.  */

static void
view_result (FILE *out, const struct budget_rule *rule,
	     const struct budget_result *result,
	     void (*put) (FILE *, const char *))
{
  char text[256];
  if (result->subject && result->reason != BUDGET_FOUND_NONE)
    {
      put (out, result->subject);
      put (out, " ");
    }
  switch (result->reason)
    {
    case BUDGET_NO_TIME:
      put (out, "no time was measured");
      break;
    case BUDGET_NO_BYTES:
      put (out, "no bytes were summed up (the plugin's option bytes)");
      break;
    case BUDGET_NO_INSTRUCTIONS:
      put (out, "no instructions were counted (the plugin's option "
	   "count=blocks)");
      break;
    case BUDGET_NO_MODULE:
      put (out, "no program or library whose instructions were counted is "
	   "called ");
      put (out, result->name);
      return;
    case BUDGET_FOUND_NONE:
      put (out, "no such arc");
      break;
    case BUDGET_FOUND_ARC:
    case BUDGET_FOUND_NEW_ARC:
      snprintf (text, sizeof text, "is there%s, with %" PRIu64 " calls",
		result->reason == BUDGET_FOUND_NEW_ARC ? ", new" : "",
		result->count);
      put (out, text);
      break;
    default:
      if (result->subject)
	{
	  view_numbers (text, sizeof text, rule, result);
	  put (out, text);
	}
    }
  if (result->reason == BUDGET_NO_SITE)
    put (out, ": there is no such call site");
  if (result->name)
    {
      put (out, result->subject ? ": no function is called "
				: "no function is called ");
      put (out, result->name);
    }
}

static void
view_put_plain (FILE *out, const char *text)
{
  fputs (text, out);
}

static void
view_summary (const struct view_check *view)
{
  const struct budget_results *found = view->found;
  fprintf (view->out, "%zu budget%s: %zu met, %zu broken, %zu with a "
	   "warning", view->budget->count,
	   view->budget->count == 1 ? "" : "s", found->met,
	   found->broken, found->warned);
}

void
view_check_text (const struct view_check *view)
{
  for (size_t i = 0; i < view->found->count; i++)
    {
      const struct budget_result *result = &view->found->found[i];
      const struct budget_rule *rule = &view->budget->rules[result->rule];
      if (result->state == BUDGET_MET && !view->verbose)
	continue;
      fprintf (view->out, "%s:%" PRIu32 ": %s: %s: ", view->budget->file,
	       rule->line, view_states[result->state], rule->text);
      view_result (view->out, rule, result, view_put_plain);
      fputc ('\n', view->out);
    }
  print_range (view->out, view->model->from, view->model->to);
  view_summary (view);
  fputc ('\n', view->out);
}

/* ---- Markdown.  */

void
view_check_markdown (const struct view_check *view)
{
  const struct budget_results *found = view->found;
  fputs ("### cgprof check: ", view->out);
  view_summary (view);
  fputs ("\n", view->out);
  if (view->model->from || view->model->to)
    fputc ('\n', view->out);
  print_range (view->out, view->model->from, view->model->to);
  bool table = false;
  for (size_t i = 0; i < found->count; i++)
    {
      const struct budget_result *result = &found->found[i];
      const struct budget_rule *rule = &view->budget->rules[result->rule];
      if (result->state == BUDGET_MET && !view->verbose)
	continue;
      if (!table)
	fputs ("\n| | line | budget | found |\n|---|---:|---|---|\n",
	       view->out);
      table = true;
      fprintf (view->out, "| %s%s%s | %" PRIu32 " | ",
	       result->state == BUDGET_BROKEN ? "**" : "",
	       view_states[result->state],
	       result->state == BUDGET_BROKEN ? "**" : "", rule->line);
      print_markdown (view->out, rule->text);
      fputs (" | ", view->out);
      view_result (view->out, rule, result, print_markdown);
      fputs (" |\n", view->out);
    }
}

/* ---- JUnit.  */

/* TEXT in XML.  What XML cannot hold is shown as '?'.  */

static void
view_put_xml (FILE *out, const char *text)
{
  while (*text)
    {
      size_t length = json_utf8_length ((const unsigned char *) text);
      if (length > 1 && strncmp (text, "\xef\xbf\xbe", 3) != 0
	  && strncmp (text, "\xef\xbf\xbf", 3) != 0)
	{
	  fwrite (text, 1, length, out);
	  text += length;
	  continue;
	}
      switch (*text)
	{
	case '&':
	  fputs ("&amp;", out);
	  break;
	case '<':
	  fputs ("&lt;", out);
	  break;
	case '>':
	  fputs ("&gt;", out);
	  break;
	case '"':
	  fputs ("&quot;", out);
	  break;
	case '\t':
	  fputs ("&#9;", out);
	  break;
	default:
	  fputc (*text >= ' ' && *text < 0x7f ? *text : '?', out);
	}
      text += length > 0 ? length : 1;
    }
}

/* Print the found from FIRST to END that are in STATE, with what they say
   as attribute and text.  */

static void
view_junit_state (const struct view_check *view, size_t first, size_t end,
		  enum budget_state state)
{
  FILE *out = view->out;
  bool begun = false;
  for (size_t i = first; i < end; i++)
    {
      const struct budget_result *result = &view->found->found[i];
      const struct budget_rule *rule = &view->budget->rules[result->rule];
      if (result->state != state)
	continue;
      if (!begun && state == BUDGET_BROKEN)
	{
	  fputs ("    <failure type=\"budget\" message=\"", out);
	  view_result (out, rule, result, view_put_xml);
	  fputs ("\">", out);
	}
      else if (!begun)
	fputs ("    <system-out>", out);
      else
	fputc ('\n', out);
      begun = true;
      view_result (out, rule, result, view_put_xml);
    }
  if (begun)
    fputs (state == BUDGET_BROKEN ? "</failure>\n" : "</system-out>\n", out);
}

void
view_check_junit (const struct view_check *view)
{
  const struct budget_results *found = view->found;
  FILE *out = view->out;
  fputs ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", out);
  fprintf (out, "<testsuites tests=\"%zu\" failures=\"%zu\" errors=\"0\">\n"
	   "<testsuite name=\"", view->budget->count, found->broken);
  view_put_xml (out, view->budget->file);
  fprintf (out, "\" tests=\"%zu\" failures=\"%zu\" errors=\"0\" "
	   "skipped=\"0\">\n", view->budget->count, found->broken);
  size_t i = 0;
  for (size_t rule = 0; rule < view->budget->count; rule++)
    {
      size_t first = i;
      while (i < found->count && found->found[i].rule == rule)
	i++;
      fprintf (out, "  <testcase classname=\"cgprof.check\" name=\"");
      view_put_xml (out, view->budget->rules[rule].text);
      fputs ("\">\n", out);
      view_junit_state (view, first, i, BUDGET_BROKEN);
      view_junit_state (view, first, i, BUDGET_WARNED);
      fputs ("  </testcase>\n", out);
    }
  fputs ("</testsuite>\n</testsuites>\n", out);
}

void
view_check_baseline (FILE *out, const char *const *facts, size_t count)
{
  fputs ("# Written by cgprof check --update.\n", out);
  for (size_t i = 0; i < count; i++)
    fprintf (out, "%s\n", facts[i]);
}
