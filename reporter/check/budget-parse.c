/* Read budgets and baselines.

   A line is cut into words first; then each form of a rule is a function that
   takes words.  The first error of a file is told, and ends its reading.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/bytes.h"
#include "base/diag.h"
#include "check/budget.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Files above this are no budgets, and words of a line.  */
#define BUDGET_BYTES_MAX (UINT64_C (1) << 30)
#define BUDGET_WORDS_MAX 16

struct budget_word
{
  const char *text;
  uint32_t column;		/* Of its first byte, from 1.  */
  bool quoted;
};

/* A line in work.  */
struct budget_line
{
  struct budget *budget;
  uint32_t number;
  struct budget_word words[BUDGET_WORDS_MAX];
  size_t count;
  size_t next;			/* The word that is to be taken.  */
  uint32_t end;			/* The column behind the last one.  */
};

static bool
budget_error (const struct budget_line *line, uint32_t column,
	      const char *expected, const char *got)
{
  char place[32];
  snprintf (place, sizeof place, ":%" PRIu32 ":%" PRIu32, line->number,
	    column);
  const char *file = line->budget->file;
  char *where = mem_alloc (strlen (file) + strlen (place) + 1, 1);
  sprintf (where, "%s%s", file, place);
  if (got)
    diag_error (where, "expected %s, got '%s'", expected, got);
  else
    diag_error (where, "expected %s, got the end of the line", expected);
  free (where);
  return false;
}

/* What was EXPECTED is not the next word.  */

static bool
budget_unexpected (const struct budget_line *line, const char *expected)
{
  if (line->next < line->count)
    return budget_error (line, line->words[line->next].column, expected,
			 line->words[line->next].text);
  return budget_error (line, line->end, expected, NULL);
}

/* ---- Words.  */

/* Take the quoted word at TEXT, LENGTH bytes to the end of the line; returns
   how many bytes it takes, or 0 with a message.  */

static size_t
budget_cut_quoted (struct budget_line *line, const char *text, size_t length,
		   struct budget_word *word)
{
  char *copy = arena_take (&line->budget->arena, length + 1);
  size_t size = 0;
  for (size_t i = 1; i < length; i++)
    if (text[i] == '"')
      {
	word->text = copy;
	word->quoted = true;
	return i + 1;
      }
    else
      {
	if (text[i] == '\\' && i + 1 < length)
	  i++;
	copy[size++] = text[i];
      }
  budget_error (line, word->column + length, "a closing '\"'", NULL);
  return 0;
}

/* Cut TEXT, LENGTH bytes, into LINE's words.  */

static bool
budget_cut (struct budget_line *line, const char *text, size_t length)
{
  line->count = line->next = 0;
  line->end = length + 1;
  size_t i = 0;
  for (;;)
    {
      while (i < length && (text[i] == ' ' || text[i] == '\t'
			    || text[i] == '\r'))
	i++;
      if (i == length || text[i] == '#')
	{
	  line->end = i + 1;
	  return true;
	}
      struct budget_word word = { .column = i + 1 };
      size_t size = 0;
      if (text[i] == '"')
	{
	  size = budget_cut_quoted (line, text + i, length - i, &word);
	  if (size == 0)
	    return false;
	}
      else
	{
	  while (i + size < length && text[i + size] != ' '
		 && text[i + size] != '\t' && text[i + size] != '\r')
	    size++;
	  word.text = arena_copy (&line->budget->arena, text + i, size);
	}
      if (line->count == BUDGET_WORDS_MAX)
	return budget_error (line, word.column, "the end of the line",
			     word.text);
      line->words[line->count++] = word;
      i += size;
    }
}

/* Take the next word if it is TEXT.  */

static bool
budget_take (struct budget_line *line, const char *text)
{
  if (line->next == line->count || line->words[line->next].quoted
      || strcmp (line->words[line->next].text, text) != 0)
    return false;
  line->next++;
  return true;
}

/* Take the next word, whatever it is; NULL if there is none.  */

static const struct budget_word *
budget_take_any (struct budget_line *line)
{
  return line->next < line->count ? &line->words[line->next++] : NULL;
}

static bool
budget_take_name (struct budget_line *line, struct budget_name *name,
		  const char *expected)
{
  const struct budget_word *word = budget_take_any (line);
  if (!word)
    return budget_unexpected (line, expected);
  name->text = word->text;
  name->pattern = !word->quoted && strpbrk (word->text, "*?") != NULL;
  return true;
}

/* ---- Numbers.  */

/* Take the number at the beginning of TEXT: *FACTOR / *SCALE.  Returns what
   is behind it, or NULL if there is none or it has too many digits.  */

static const char *
budget_scan (const char *text, uint64_t *factor, uint64_t *scale)
{
  uint64_t value = 0;
  uint64_t divisor = 1;
  bool point = false;
  const char *p = text;
  for (; (*p >= '0' && *p <= '9') || (*p == '.' && !point); p++)
    if (*p == '.')
      point = true;
    else
      {
	unsigned digit = *p - '0';
	if (value > (MODEL_COUNT_MAX - digit) / 10
	    || (point && divisor >= 1000000))
	  return NULL;
	value = value * 10 + digit;
	divisor *= point ? 10 : 1;
      }
  if (p == text || (point && p - text < 2))
    return NULL;
  *factor = value;
  *scale = divisor;
  return p;
}

/* Take a whole number from LEAST to MOST.  */

static bool
budget_take_number (struct budget_line *line, uint64_t least, uint64_t most,
		    uint64_t *number, const char *expected)
{
  uint64_t scale;
  if (line->next == line->count)
    return budget_unexpected (line, expected);
  const char *rest = budget_scan (line->words[line->next].text, number,
				  &scale);
  if (!rest || *rest || scale != 1 || *number < least || *number > most)
    return budget_unexpected (line, expected);
  line->next++;
  return true;
}

/* What may follow "baseline": "+ N", or "+ Npp" for shares.  */

static bool
budget_take_added (struct budget_line *line, struct budget_rule *rule,
		   bool share)
{
  const char *expected = share ? "percentage points, as in 5pp"
			       : "a number";
  uint64_t factor;
  uint64_t scale;
  if (!budget_take (line, "+"))
    return true;
  if (line->next == line->count)
    return budget_unexpected (line, expected);
  const char *rest = budget_scan (line->words[line->next].text, &factor,
				  &scale);
  if (!rest || strcmp (rest, share ? "pp" : "") != 0
      || (!share && scale != 1))
    return budget_unexpected (line, expected);
  line->next++;
  rule->added = (double) factor / (double) scale;
  return true;
}

/* The right side of a comparison.  A fact compares with a plain number.  */

static bool
budget_take_limit (struct budget_line *line, struct budget_rule *rule,
		   bool share, bool fact)
{
  const char *expected
    = fact ? share ? "a share, as in 30%" : "a number"
    : share ? "a share, as in 30%, 1.1x baseline or baseline + 5pp"
    : "a number, as in 100, 1.02x baseline or baseline + 5";
  rule->factor = rule->scale = 1;
  if (!fact && budget_take (line, "baseline"))
    {
      rule->baseline = true;
      return budget_take_added (line, rule, share);
    }
  if (line->next == line->count)
    return budget_unexpected (line, expected);
  const char *rest = budget_scan (line->words[line->next].text,
				  &rule->factor, &rule->scale);
  if (!rest)
    return budget_unexpected (line, expected);
  if (!fact && strcmp (rest, "x") == 0)
    {
      line->next++;
      if (!budget_take (line, "baseline"))
	return budget_unexpected (line, "'baseline'");
      rule->baseline = true;
      return budget_take_added (line, rule, share);
    }
  if (strcmp (rest, share ? "%" : "") != 0 || (!share && rule->scale != 1))
    return budget_unexpected (line, expected);
  line->next++;
  return true;
}

static bool
budget_take_comparison (struct budget_line *line, struct budget_rule *rule,
			bool share, bool fact)
{
  static const char *const operators[] = {
    [BUDGET_AT_MOST] = "<=", [BUDGET_BELOW] = "<", [BUDGET_AT_LEAST] = ">=",
    [BUDGET_ABOVE] = ">", [BUDGET_EXACTLY] = "=="
  };
  for (int i = BUDGET_AT_MOST; i <= BUDGET_EXACTLY; i++)
    if ((!fact || i == BUDGET_EXACTLY) && budget_take (line, operators[i]))
      {
	rule->operator = i;
	return budget_take_limit (line, rule, share, fact);
      }
  return budget_unexpected (line, fact ? "'=='"
			    : "one of <=, <, >=, > and ==");
}

/* ---- Rules.  */

/* Take "FILE:LINE".  */

static bool
budget_take_place (struct budget_line *line, struct budget_rule *rule)
{
  const char *expected = "a place, as in util.c:30";
  if (line->next == line->count)
    return budget_unexpected (line, expected);
  const char *text = line->words[line->next].text;
  const char *colon = strrchr (text, ':');
  uint64_t number;
  uint64_t scale;
  if (!colon || colon == text)
    return budget_unexpected (line, expected);
  const char *rest = budget_scan (colon + 1, &number, &scale);
  if (!rest || *rest || scale != 1 || number == 0 || number > INT32_MAX)
    return budget_unexpected (line, expected);
  line->next++;
  rule->file = arena_copy (&line->budget->arena, text, colon - text);
  rule->file_line = number;
  return true;
}

/* "calls NAME [from NAME [site N]] [at FILE:LINE] COMPARISON", or "bytes".  */

static bool
budget_parse_count (struct budget_line *line, struct budget_rule *rule,
		    enum budget_kind kind, bool fact)
{
  uint64_t ordinal = 0;
  rule->kind = kind;
  if (!budget_take_name (line, &rule->callee, "the name of a function"))
    return false;
  if (budget_take (line, "from"))
    {
      if (!budget_take_name (line, &rule->caller,
			     "the name of the caller"))
	return false;
      if (budget_take (line, "site")
	  && !budget_take_number (line, 1, INT32_MAX, &ordinal,
				  "the ordinal of a call site, from 1"))
	return false;
      rule->ordinal = ordinal;
    }
  if (rule->ordinal == 0 && budget_take (line, "at")
      && !budget_take_place (line, rule))
    return false;
  return budget_take_comparison (line, rule, false, fact);
}

/* Whether the next word begins a comparison.  */

static bool
budget_at_operator (const struct budget_line *line)
{
  return line->next < line->count && !line->words[line->next].quoted
    && strchr ("<>=", line->words[line->next].text[0]) != NULL;
}

/* "instructions [NAME | in NAME] COMPARISON".  */

static bool
budget_parse_instructions (struct budget_line *line, struct budget_rule *rule,
			   bool fact)
{
  rule->kind = BUDGET_INSTRUCTIONS;
  if (budget_take (line, "in"))
    {
      if (!budget_take_name (line, &rule->module,
			     "the name of a program or library"))
	return false;
    }
  else if (!budget_at_operator (line)
	   && !budget_take_name (line, &rule->callee,
				 "the name of a function"))
    return false;
  return budget_take_comparison (line, rule, false, fact);
}

/* "self NAME COMPARISON", "total NAME COMPARISON".  */

static bool
budget_parse_share (struct budget_line *line, struct budget_rule *rule,
		    enum budget_kind kind, bool fact)
{
  rule->kind = kind;
  return budget_take_name (line, &rule->callee, "the name of a function")
    && budget_take_comparison (line, rule, true, fact);
}

/* "[no [new]] arc NAME <- NAME".  */

static bool
budget_parse_arc (struct budget_line *line, struct budget_rule *rule,
		  bool fact)
{
  rule->kind = BUDGET_ARC;
  if (!fact)
    {
      rule->kind = BUDGET_NO_ARC;
      if (budget_take (line, "new"))
	rule->kind = BUDGET_NO_NEW_ARC;
      if (!budget_take (line, "arc"))
	return budget_unexpected (line, rule->kind == BUDGET_NO_ARC
				  ? "'arc' or 'new arc'" : "'arc'");
      rule->baseline = rule->kind == BUDGET_NO_NEW_ARC;
    }
  if (!budget_take_name (line, &rule->callee, "the name of a function"))
    return false;
  if (!budget_take (line, "<-"))
    return budget_unexpected (line, "'<-'");
  return budget_take_name (line, &rule->caller, "the name of the caller");
}

/* "baseline FILE", which is beside the budget.  */

static bool
budget_parse_baseline (struct budget_line *line)
{
  struct budget *budget = line->budget;
  const struct budget_word *word = budget_take_any (line);
  if (!word)
    return budget_unexpected (line, "the name of a file");
  const char *slash = strrchr (budget->file, '/');
  budget->baseline = word->text[0] == '/' || !slash ? word->text
    : arena_format (&budget->arena, "%.*s%s", (int) (slash + 1 - budget->file),
		    budget->file, word->text);
  return true;
}

static bool
budget_parse_rule (struct budget_line *line, struct budget_rule *rule,
		   bool fact)
{
  if (budget_take (line, "calls"))
    return budget_parse_count (line, rule, BUDGET_CALLS, fact);
  if (budget_take (line, "bytes"))
    return budget_parse_count (line, rule, BUDGET_BYTES, fact);
  if (budget_take (line, "instructions"))
    return budget_parse_instructions (line, rule, fact);
  if (budget_take (line, "self"))
    return budget_parse_share (line, rule, BUDGET_SELF, fact);
  if (budget_take (line, "total"))
    return budget_parse_share (line, rule, BUDGET_TOTAL, fact);
  if (budget_take (line, fact ? "arc" : "no"))
    return budget_parse_arc (line, rule, fact);
  return budget_unexpected (line, fact
			    ? "calls, bytes, instructions, self, total or arc"
			    : "calls, bytes, instructions, self, total, no or "
			      "baseline");
}

/* Parse TEXT, LENGTH bytes, which LINE is about.  */

static bool
budget_parse_line (struct budget_line *line, const char *text, size_t length,
		   bool fact)
{
  struct budget *budget = line->budget;
  struct budget_rule rule = { .line = line->number };
  if (!budget_cut (line, text, length))
    return false;
  if (line->count == 0)
    return true;
  bool directive = !fact && budget_take (line, "baseline");
  if (directive ? !budget_parse_baseline (line)
		: !budget_parse_rule (line, &rule, fact))
    return false;
  if (line->next < line->count)
    return budget_unexpected (line, "the end of the line");
  if (directive)
    return true;
  size_t begin = line->words[0].column - 1;
  size_t end = line->end - 1;
  while (end > begin && (text[end - 1] == ' ' || text[end - 1] == '\t'
			 || text[end - 1] == '\r'))
    end--;
  rule.text = arena_copy (&budget->arena, text + begin, end - begin);
  budget->needs_baseline |= rule.baseline;
  budget->rules = mem_grow (budget->rules, &budget->room, budget->count + 1,
			    sizeof *budget->rules);
  budget->rules[budget->count++] = rule;
  return true;
}

bool
budget_read (struct budget *budget, const char *file, bool is_baseline)
{
  struct bytes bytes;
  *budget = (struct budget) { .file = file };
  budget->baseline = arena_format (&budget->arena, "%s.baseline", file);
  if (!bytes_read (&bytes, file, BUDGET_BYTES_MAX))
    return false;
  struct budget_line line = { .budget = budget };
  const char *text = (const char *) bytes.data;
  size_t rest = bytes.size;
  bool good = true;
  while (good && rest > 0)
    {
      const char *end = memchr (text, '\n', rest);
      size_t length = end ? (size_t) (end - text) : rest;
      line.number++;
      if (memchr (text, 0, length))
	good = budget_error (&line, 1, "text", "a NUL byte");
      good = good && budget_parse_line (&line, text, length, is_baseline);
      length += end != NULL;
      text += length;
      rest -= length;
    }
  bytes_free (&bytes);
  return good;
}

void
budget_free (struct budget *budget)
{
  free (budget->rules);
  arena_free (&budget->arena);
}
