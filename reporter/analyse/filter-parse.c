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
filter_parse_place (char *text, struct filter_spec_end *end)
{
  if (isdigit ((unsigned char) *text))
    end->line = strtoul (text, NULL, 10);
  else if (*text)
    end->name = text;
}

/* The last colon of TEXT that parts it, or NULL.  "a::b" is a function of C++,
   not line "b" of a file, and "a[abi:c]" is one, too.  */

static char *
filter_parse_colon (char *text)
{
  for (char *colon = strrchr (text, ':'); colon;
       colon = memrchr (text, ':', colon - text))
    if (colon > text && colon[-1] == ':')
      colon--;
    else if (colon - text < 4 || memcmp (colon - 4, "[abi", 4) != 0)
      return colon;
  return NULL;
}

/* Parse TEXT, cutting it up.  Without a colon what has a dot is a file, but
   may be a function, too: "f.part.0", "printf(char const*, ...)".  */

static void
filter_parse_end (char *text, struct filter_spec_end *end)
{
  char *colon = filter_parse_colon (text);
  if (colon)
    {
      *colon = 0;
      if (colon > text)
	end->file = text;
      filter_parse_place (colon + 1, end);
    }
  else if (strchr (text, '.'))
    {
      end->file = text;
      end->plain = true;
    }
  else
    filter_parse_place (text, end);
}

/* Whether SLASH is of the name of an operator in TEXT, and not that of an arc
   from a function called so: "operator/callee".  */

static bool
filter_parse_is_operator (const char *text, const char *slash)
{
  static const char word[] = "operator";
  size_t before = slash - text;
  size_t length = sizeof word - 1;
  if (before < length || memcmp (slash - length, word, length) != 0
      || (slash[1] && !strchr ("=(</ [", slash[1])))
    return false;
  if (before == length)
    return true;
  char previous = slash[-(ptrdiff_t) length - 1];
  return previous != '_' && !isalnum ((unsigned char) previous);
}

char *
filter_parse_slash (const char *text)
{
  char *slash = strchr (text, '/');
  while (slash && filter_parse_is_operator (text, slash))
    slash = strchr (slash + 1, '/');
  return slash;
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
  spec->text = mem_alloc (strlen (text) + 1, 1);
  strcpy (spec->text, text);
  spec->written = mem_alloc (strlen (text) + 1, 1);
  strcpy (spec->written, text);
  char *slash = filter_parse_slash (spec->text);
  if (slash)
    {
      *slash = 0;
      spec->has_right = true;
      filter_parse_end (slash + 1, &spec->right);
    }
  filter_parse_end (spec->text, &spec->left);
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
