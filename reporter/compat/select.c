/* What the user's specifications select, as GNU gprof 2.40 understands
   them.

   Symbols that follow one another and match become one range.  Ranges of
   all specifications for one use are made a table like that of the symbols:
   of two that begin at one address only one is left, and an address is
   looked for in the last range that begins before it.  So "-k a/b -k a/c"
   takes out just the last of the two.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "compat/select.h"
#include "base/path.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* A range of callees.  */
struct compat_range
{
  uint64_t low;
  uint64_t high;
  uint32_t spec;
};

static const char *const compat_excluded[] = {
  "_gprof_mcount", "mcount", "_mcount", "__mcount", "__mcount_internal",
  "__mcleanup"
};

#define COMPAT_EXCLUDED (sizeof compat_excluded / sizeof *compat_excluded)

/* What one end of a specification asks for.  */
struct compat_pattern
{
  bool nothing;			/* A file that does not exist.  */
  const char *file;		/* The one copy of its name; or NULL.  */
  uint32_t line;		/* Or 0.  */
  const char *name;		/* Or NULL.  */
};

/* One specification, parsed.  */
struct compat_spec
{
  enum filter_use use;
  struct compat_pattern left;
  struct compat_pattern right;
  bool has_right;
};

/* Let PATTERN ask for the file whose last part is NAME, the one that was met
   last if there are several.  */

static void
compat_ask_file (struct compat_pattern *pattern, const char *name,
		 const struct compat_symbols *symbols)
{
  for (size_t i = symbols->file_count; i-- > 0;)
    if (strcmp (path_base (symbols->files[i]), name) == 0)
      {
	pattern->file = symbols->files[i];
	return;
      }
  pattern->nothing = true;
}

static void
compat_ask_place (struct compat_pattern *pattern, const char *text)
{
  if (isdigit ((unsigned char) *text))
    pattern->line = atoi (text);
  else if (*text)
    pattern->name = text;
}

/* Parse TEXT, which is cut up.  */

static void
compat_parse (struct compat_pattern *pattern, char *text,
	      const struct compat_symbols *symbols)
{
  memset (pattern, 0, sizeof *pattern);
  char *colon = strrchr (text, ':');
  if (colon)
    {
      *colon = 0;
      if (colon > text)
	compat_ask_file (pattern, text, symbols);
      compat_ask_place (pattern, colon + 1);
    }
  else if (strchr (text, '.'))
    compat_ask_file (pattern, text, symbols);
  else
    compat_ask_place (pattern, text);
}

static bool
compat_matches (const struct compat_pattern *pattern,
		const struct compat_symbol *symbol)
{
  return !pattern->nothing
    && (!pattern->file || pattern->file == symbol->file)
    && (pattern->line == 0 || pattern->line == symbol->line)
    && (!pattern->name || strcmp (pattern->name, symbol->name) == 0);
}

/* Add the ranges of SYMBOLS that PATTERN, of specification SPEC, asks for to
   TABLE.  */

static void
compat_add_ranges (struct compat_table *table,
		   const struct compat_pattern *pattern, uint32_t spec,
		   const struct compat_symbols *symbols)
{
  bool before = false;
  for (size_t i = 0; i < symbols->table.count; i++)
    {
      const struct compat_symbol *symbol = &symbols->table.symbols[i];
      bool matches = compat_matches (pattern, symbol);
      if (matches && !before)
	{
	  compat_table_add (table, symbol);
	  table->symbols[table->count - 1].spec = spec;
	}
      else if (matches)
	table->symbols[table->count - 1].end = symbol->end;
      before = matches;
    }
}

/* Add what SPEC, number NUMBER, selects.  */

static void
compat_add_spec (struct compat_select *select,
		 const struct compat_spec *spec, uint32_t number,
		 const struct compat_symbols *symbols)
{
  compat_add_ranges (&select->tables[spec->use], &spec->left, number,
		     symbols);
  if (!spec->has_right)
    return;
  struct compat_table right = { 0 };
  compat_add_ranges (&right, &spec->right, number, symbols);
  for (size_t i = 0; i < right.count; i++)
    {
      select->ranges = mem_grow (select->ranges, &select->range_room,
				 select->range_count + 1,
				 sizeof *select->ranges);
      select->ranges[select->range_count++] = (struct compat_range) {
	right.symbols[i].address, right.symbols[i].end, number
      };
    }
  free (right.symbols);
}

/* Specifications are worked off last first, those of gprof itself before
   those of the user.  */

void
compat_select_make (struct compat_select *select,
		    const struct compat_symbols *symbols,
		    const struct filter_specs *specs)
{
  static const enum filter_use uses[]
    = { FILTER_TIME_OUT, FILTER_GRAPH_OUT, FILTER_FLAT_OUT };
  memset (select, 0, sizeof *select);
  uint32_t number = 0;
  for (size_t i = COMPAT_EXCLUDED; i-- > 0;)
    for (size_t j = 0; j < sizeof uses / sizeof *uses; j++)
      {
	struct compat_spec spec = {
	  .use = uses[j], .left = { .name = compat_excluded[i] }
	};
	compat_add_spec (select, &spec, number++, symbols);
      }
  for (size_t i = specs->count; i-- > 0;)
    {
      struct compat_spec spec = { .use = specs->specs[i].use };
      const char *written = specs->specs[i].written;
      char *text = mem_alloc (strlen (written) + 1, 1);
      strcpy (text, written);
      char *slash = strchr (text, '/');
      if (slash)
	{
	  compat_parse (&spec.right, slash + 1, symbols);
	  *slash = 0;
	  spec.has_right = true;
	}
      compat_parse (&spec.left, text, symbols);
      compat_add_spec (select, &spec, number++, symbols);
      free (text);
    }
  for (int i = 0; i < FILTER_USES; i++)
    compat_table_finish (&select->tables[i], symbols->text_end);
}

bool
compat_select_has (const struct compat_select *select,
		   const struct compat_symbol *symbol, enum filter_use use)
{
  return compat_table_find (&select->tables[use], symbol->address)
    != COMPAT_NONE;
}

bool
compat_select_shows (const struct compat_select *select,
		     const struct compat_symbol *symbol,
		     enum filter_use in, enum filter_use out)
{
  return compat_select_has (select, symbol, in)
    || (select->tables[in].count == 0
	&& !compat_select_has (select, symbol, out));
}

/* Whether a range of CALLER in the table of USE comes with one of
   CALLEE.  */

static bool
compat_has_arc (const struct compat_select *select,
		const struct compat_symbol *caller,
		const struct compat_symbol *callee, enum filter_use use)
{
  const struct compat_table *table = &select->tables[use];
  for (size_t i = 0; i < table->count; i++)
    {
      const struct compat_symbol *from = &table->symbols[i];
      if (caller->address < from->address || caller->address > from->end)
	continue;
      for (size_t j = 0; j < select->range_count; j++)
	if (select->ranges[j].spec == from->spec
	    && callee->address >= select->ranges[j].low
	    && callee->end <= select->ranges[j].high)
	  return true;
    }
  return false;
}

bool
compat_select_arc (const struct compat_select *select,
		   const struct compat_symbol *caller,
		   const struct compat_symbol *callee)
{
  return compat_has_arc (select, caller, callee, FILTER_ARCS_IN)
    || (select->tables[FILTER_ARCS_IN].count == 0
	&& !compat_has_arc (select, caller, callee, FILTER_ARCS_OUT));
}

void
compat_select_free (struct compat_select *select)
{
  for (int i = 0; i < FILTER_USES; i++)
    free (select->tables[i].symbols);
  free (select->ranges);
  memset (select, 0, sizeof *select);
}
