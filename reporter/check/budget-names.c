/* What rules of a budget name, and what is compared is called.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "check/budget-names.h"
#include "analyse/filter.h"

#include <inttypes.h>
#include <string.h>

bool
budget_is_number (enum budget_kind kind)
{
  return kind == BUDGET_CALLS || kind == BUDGET_BYTES
    || kind == BUDGET_INSTRUCTIONS;
}

bool
budget_is_like (const char *pattern, const char *text, size_t length)
{
  const char *star = NULL;
  size_t star_at = 0;
  size_t i = 0;
  while (i < length)
    if (*pattern == '*')
      {
	star = pattern++;
	star_at = i;
      }
    else if (*pattern == '?' || (*pattern && *pattern == text[i]))
      {
	pattern++;
	i++;
      }
    else if (star)
      {
	pattern = star + 1;
	i = ++star_at;
      }
    else
      return false;
  while (*pattern == '*')
    pattern++;
  return !*pattern;
}

static bool
budget_is_named (const struct model_function *function,
		 const struct budget_name *name)
{
  if (!name->pattern)
    return filter_is_named (function, name->text);
  return budget_is_like (name->text, function->name, strlen (function->name))
    || budget_is_like (name->text, function->name,
		       strcspn (function->name, "("))
    || budget_is_like (name->text, function->symbol,
		       strlen (function->symbol));
}

size_t
budget_mark (const struct model *model, const struct budget_name *name,
	     uint8_t *marks)
{
  size_t count = 0;
  for (size_t i = 0; i < model->function_count; i++)
    {
      marks[i] = name->text && budget_is_named (&model->functions[i], name);
      count += marks[i];
    }
  return count;
}

/* TEXT as one word of a budget that means just that.  */

static const char *
budget_quote (struct arena *arena, const char *text)
{
  if (*text && *text != '#' && !strpbrk (text, " \t\r\n\"\\*?"))
    return text;
  char *quoted = arena_take (arena, 2 * strlen (text) + 3);
  char *p = quoted;
  *p++ = '"';
  for (; *text; text++)
    {
      if (*text == '"' || *text == '\\')
	*p++ = '\\';
      *p++ = *text == '\n' ? ' ' : *text;
    }
  *p = '"';
  return quoted;
}

const char *
budget_module_subject (struct arena *arena, const char *name)
{
  return arena_format (arena, "instructions in %s",
		       budget_quote (arena, name));
}

const char *
budget_subject (struct arena *arena, enum budget_kind kind,
		const char *callee, const char *caller, uint32_t ordinal,
		const char *file, uint32_t line)
{
  if (kind == BUDGET_INSTRUCTIONS)
    return !callee ? "instructions"
      : arena_format (arena, "instructions %s", budget_quote (arena, callee));
  callee = budget_quote (arena, callee);
  if (caller)
    caller = budget_quote (arena, caller);
  if (kind == BUDGET_SELF || kind == BUDGET_TOTAL)
    return arena_format (arena, "%s %s", kind == BUDGET_SELF ? "self"
			 : "total", callee);
  if (!budget_is_number (kind))
    return arena_format (arena, "arc %s <- %s", callee, caller);
  const char *what = kind == BUDGET_CALLS ? "calls" : "bytes";
  const char *subject
    = caller ? arena_format (arena, "%s %s from %s", what, callee, caller)
	     : arena_format (arena, "%s %s", what, callee);
  if (ordinal > 0)
    return arena_format (arena, "%s site %" PRIu32, subject, ordinal);
  return file ? arena_format (arena, "%s at %s", subject,
			      budget_quote (arena,
					    arena_format (arena,
							  "%s:%" PRIu32,
							  file, line)))
	      : subject;
}
