/* How the user names functions and arcs: [FILE:]FUNCTION or LINE.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "analyse/filter-parse.h"
#include "base/mem.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* What stands alone, or behind the colon: a line or a function.  */

static void
filter_parse_parse_place (char *text, struct filter_spec_end *end)
{
  if (isdigit ((unsigned char) *text))
    end->line = strtoul (text, NULL, 10);
  else if (*text)
    end->name = text;
}

/* Parse TEXT, cutting it up.  Without a colon what has a dot is a file.  */

static void
filter_parse_parse_end (char *text, struct filter_spec_end *end)
{
  char *colon = strrchr (text, ':');

  /* "a::b" is a function of C++, not line "b" of a file.  */
  while (colon > text && colon[-1] == ':')
    {
      char *before = colon - 1;
      while (before > text && before[-1] != ':')
	before--;
      colon = before > text ? before - 1 : NULL;
    }
  if (colon)
    {
      *colon = 0;
      if (colon > text)
	end->file = text;
      filter_parse_parse_place (colon + 1, end);
    }
  else if (strchr (text, '.'))
    end->file = text;
  else
    filter_parse_parse_place (text, end);
}

void
filter_parse_add (struct filter_specs *specs, const char *text,
		  enum filter_use use)
{
  specs->specs = mem_grow (specs->specs, &specs->room, specs->count + 1,
			   sizeof *specs->specs);
  struct filter_spec *spec = &specs->specs[specs->count++];
  memset (spec, 0, sizeof *spec);
  spec->use = use;
  spec->plain = strchr (text, ':') == NULL;
  spec->text = mem_alloc (strlen (text) + 1, 1);
  strcpy (spec->text, text);
  spec->written = mem_alloc (strlen (text) + 1, 1);
  strcpy (spec->written, text);
  char *slash = strchr (spec->text, '/');
  if (slash)
    {
      *slash = 0;
      spec->has_right = true;
      filter_parse_parse_end (slash + 1, &spec->right);
    }
  filter_parse_parse_end (spec->text, &spec->left);
}

void
filter_parse_free (struct filter_specs *specs)
{
  for (size_t i = 0; i < specs->count; i++)
    {
      free (specs->specs[i].text);
      free (specs->specs[i].written);
    }
  free (specs->specs);
  memset (specs, 0, sizeof *specs);
}
