/* Which functions are instrumented: attributes, include= and exclude=,
   and filter files in Score-P's format.

   A filter file holds blocks SCOREP_REGION_NAMES_BEGIN ... _END and
   SCOREP_FILE_NAMES_BEGIN ... _END of rules INCLUDE or EXCLUDE, each
   followed by shell patterns; "MANGLED" before patterns of a rule matches
   them against assembler names instead of the names people write.  Rules
   apply in their order and the last that matches decides; what no rule
   matches is included.  A function is left out if its name or its file is
   excluded.  "#" starts a comment, a backslash protects a character.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "sites/filter.h"

#include <fnmatch.h>

/* Libiberty's, of which the compiler has it: plugins have no demangle.h.
   With 0 for OPTIONS without parameters; the text is the caller's.  */
extern "C" char *cplus_demangle_v3 (const char *mangled, int options);

enum rule_subject { RULE_NAME, RULE_MANGLED, RULE_FILE };

struct rule
{
  enum rule_subject subject;
  bool include;
  char *pattern;
};

static vec<rule> rules;

/* With include= patterns only what they match is instrumented.  */
static bool names_default = true;

static void
add_rule (enum rule_subject subject, bool include, char *pattern)
{
  struct rule rule = { subject, include, pattern };
  rules.safe_push (rule);
}

void
filter_add_names (const char *patterns, bool include)
{
  if (include)
    names_default = false;
  while (*patterns)
    {
      size_t length = strcspn (patterns, ",");
      if (length)
	{
	  add_rule (RULE_NAME, include, xstrndup (patterns, length));
	  add_rule (RULE_MANGLED, include, xstrndup (patterns, length));
	}
      patterns += length + (patterns[length] == ',');
    }
}

/* Return the next word of FILE, or NULL at its end.  *LINE counts lines;
   the word is the caller's.  */

static char *
read_word (FILE *file, unsigned *line)
{
  int c;
  while ((c = getc (file)) != EOF && (ISSPACE (c) || c == '#'))
    {
      while (c == '#' && (c = getc (file)) != EOF && c != '\n')
	c = '#';
      *line += c == '\n';
    }
  if (c == EOF)
    return NULL;

  size_t length = 0, size = 32;
  char *word = XNEWVEC (char, size);
  for (; c != EOF && !ISSPACE (c) && c != '#'; c = getc (file))
    {
      if (length + 3 > size)
	word = XRESIZEVEC (char, word, size *= 2);
      word[length++] = c;
      if (c == '\\' && (c = getc (file)) != EOF)
	word[length++] = c;
    }
  if (c != EOF)
    ungetc (c, file);
  word[length] = '\0';
  return word;
}

bool
filter_read (const char *path)
{
  FILE *file = fopen (path, "r");
  if (!file)
    {
      error ("cgprof: %s: cannot read the filter file: %m", path);
      return false;
    }

  enum { OUTSIDE, NAMES, FILES } block = OUTSIDE;
  enum { NO_RULE, INCLUDE, EXCLUDE } action = NO_RULE;
  bool mangled = false, good = true;
  unsigned line = 1;
  while (char *word = read_word (file, &line))
    {
      const char *expected = NULL;
      if (block == OUTSIDE)
	{
	  if (!strcmp (word, "SCOREP_REGION_NAMES_BEGIN"))
	    block = NAMES;
	  else if (!strcmp (word, "SCOREP_FILE_NAMES_BEGIN"))
	    block = FILES;
	  else
	    expected = "SCOREP_REGION_NAMES_BEGIN or SCOREP_FILE_NAMES_BEGIN";
	  action = NO_RULE;
	}
      else if (!strcmp (word, block == NAMES ? "SCOREP_REGION_NAMES_END"
			: "SCOREP_FILE_NAMES_END"))
	block = OUTSIDE;
      else if (!strcmp (word, "INCLUDE") || !strcmp (word, "EXCLUDE"))
	{
	  action = *word == 'I' ? INCLUDE : EXCLUDE;
	  mangled = false;
	}
      else if (action == NO_RULE)
	expected = "INCLUDE or EXCLUDE";
      else if (block == NAMES && !strcmp (word, "MANGLED"))
	mangled = true;
      else
	{
	  add_rule (block == FILES ? RULE_FILE
		    : mangled ? RULE_MANGLED : RULE_NAME,
		    action == INCLUDE, word);
	  continue;
	}
      if (expected)
	{
	  error ("cgprof: %s:%u: found %qs, expected %s", path, line, word,
		 expected);
	  good = false;
	}
      free (word);
      if (!good)
	break;
    }
  /* As of a folder.  */
  if (good && ferror (file))
    {
      error ("cgprof: %s: cannot read the filter file: %m", path);
      good = false;
    }
  if (good && block != OUTSIDE)
    {
      error ("cgprof: %s:%u: found the end of the file, expected %s", path,
	     line, block == NAMES ? "SCOREP_REGION_NAMES_END"
	     : "SCOREP_FILE_NAMES_END");
      good = false;
    }
  fclose (file);
  return good;
}

/* Return the name of ORIGIN, whose assembler name is MANGLED, as it is written
   in the source.  It stands until the next call.  */

static const char *
written_name (tree origin, const char *mangled)
{
  static char *demangled;
  free (demangled);
  /* When linking there is no front end that knows classes and namespaces.  A
     link makes functions public by names that end in .lto_priv.  */
  demangled = NULL;
  if (in_lto_p)
    {
      char *first = xstrndup (mangled, strcspn (mangled, "."));
      demangled = cplus_demangle_v3 (first, 0);
      free (first);
    }
  return demangled ? demangled : lang_hooks.decl_printable_name (origin, 1);
}

bool
filter_admits (tree decl)
{
  if (lookup_attribute ("no_instrument_function", DECL_ATTRIBUTES (decl))
      || lookup_attribute ("naked", DECL_ATTRIBUTES (decl)))
    return false;
  if (rules.is_empty ())
    return true;

  tree origin = DECL_ORIGIN (decl);
  const char *mangled = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (origin));
  const char *name = written_name (origin, mangled);
  const char *path = DECL_SOURCE_FILE (origin);
  bool name_included = names_default, file_included = true;
  unsigned i;
  struct rule *rule;
  FOR_EACH_VEC_ELT (rules, i, rule)
    {
      const char *subject = rule->subject == RULE_NAME ? name
	: rule->subject == RULE_MANGLED ? mangled : path;
      if (!subject || fnmatch (rule->pattern, subject, 0) != 0)
	continue;
      if (rule->subject == RULE_FILE)
	file_included = rule->include;
      else
	name_included = rule->include;
    }
  return name_included && file_included;
}
