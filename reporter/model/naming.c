/* The names of functions in reports.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "model/naming.h"
#include "base/path.h"
#include "base/sort.h"

#include <ctype.h>
#include <inttypes.h>
#include <libiberty/demangle.h>
#include <stdlib.h>
#include <string.h>

static bool naming_style_is_auto = true;

bool
naming_set_style (const char *style)
{
  enum demangling_styles known = cplus_demangle_name_to_style (style);
  if (known == unknown_demangling)
    return false;
  cplus_demangle_set_style (known);
  naming_style_is_auto = known == auto_demangling;
  return true;
}

size_t
naming_source_length (const char *symbol)
{
  static const char *const suffixes[]
    = { ".isra", ".part", ".constprop", ".cold", ".lto_priv" };
  size_t length = strlen (symbol);
  for (;;)
    {
      /* A number may follow the suffix.  */
      size_t end = length;
      while (end > 0 && isdigit ((unsigned char) symbol[end - 1]))
	end--;
      if (end == length || end == 0 || symbol[end - 1] != '.')
	end = length;
      else
	end--;
      size_t before = length;
      for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
	{
	  size_t size = strlen (suffixes[i]);
	  if (end > size
	      && memcmp (symbol + end - size, suffixes[i], size) == 0)
	    length = end - size;
	}
      if (length == before)
	return length;
    }
}

/* What names are made with.  */
struct naming
{
  struct model *model;
  bool demangle;
  struct naming_memory *memory;	/* Or NULL.  */
};

static const char *
naming_demangle_new (struct model *model, const char *symbol)
{
  /* Rust's names, which end in "17h" and a hash, would be tried first.  */
  const int options = DMGL_ANSI | DMGL_PARAMS;
  char *text = naming_style_is_auto && !strstr (symbol, "17h")
    ? cplus_demangle_v3 (symbol, options) : cplus_demangle (symbol, options);
  if (!text)
    return symbol;
  const char *name = arena_string (&model->arena, text);
  free (text);
  return name;
}

static const char *
naming_demangle (const struct naming *naming, const char *symbol)
{
  /* Every style that is tried unasked marks its names so.  */
  if (!naming->demangle || (naming_style_is_auto && symbol[0] != '_'))
    return symbol;
  struct naming_memory *memory = naming->memory;
  if (!memory)
    return naming_demangle_new (naming->model, symbol);
  uint32_t *place = dict_place (&memory->symbols, symbol);
  if (*place == MAP_NONE)
    {
      *place = memory->count;
      memory->names = mem_grow (memory->names, &memory->room,
				memory->count + 1, sizeof *memory->names);
      memory->names[memory->count++]
	= naming_demangle_new (naming->model, symbol);
    }
  return memory->names[*place];
}

void
naming_forget (struct naming_memory *memory)
{
  dict_free (&memory->symbols);
  free (memory->names);
}

/* The name of FUNCTION from SYMBOL, its own or its source's.  */

static const char *
naming_plain (const struct naming *naming,
	      const struct model_function *function, const char *symbol)
{
  const char *name = naming_demangle (naming, symbol);
  if (function->flags & MODEL_FUNCTION_PLT)
    name = arena_format (&naming->model->arena, "%s@plt", name);
  return name;
}

/* Ways to tell functions of one name apart, tried in this order.  */
enum naming_way
{
  NAMING_CLONE,			/* By the clone's own symbol.  */
  NAMING_FILE,
  NAMING_PATH,
  NAMING_MODULE,
  NAMING_SYMBOL,
  NAMING_ADDRESS,
  NAMING_INDEX,
  NAMING_WAYS
};

/* The name that WAY gives to function INDEX; its present one if WAY has
   nothing to say.  PLAIN is the name without any addition.  */

static const char *
naming_distinguish (const struct naming *naming, uint32_t index,
		    enum naming_way way, const char *plain)
{
  struct model *model = naming->model;
  const struct model_function *function = &model->functions[index];
  struct arena *arena = &model->arena;
  const char *module = function->module != MODEL_NONE
    ? model->modules[function->module].name : NULL;
  switch (way)
    {
    case NAMING_CLONE:
      if (function->flags & MODEL_FUNCTION_INLINED)
	return arena_format (arena, "%s [inlined]", plain);
      if (strcmp (function->symbol, function->source) != 0)
	return naming_plain (naming, function, function->symbol);
      break;
    case NAMING_FILE:
      if (function->file && (function->flags & MODEL_FUNCTION_LOCAL))
	return arena_format (arena, "%s (%s)", plain,
			     path_base (function->file));
      break;
    case NAMING_PATH:
      if (function->file && (function->flags & MODEL_FUNCTION_LOCAL))
	return function->file[0] != '/' && function->directory
	  ? arena_format (arena, "%s (%s/%s)", plain, function->directory,
			  function->file)
	  : arena_format (arena, "%s (%s)", plain, function->file);
      break;
    case NAMING_MODULE:
      if (module && (!model->modules[function->module].main
		     || (function->flags & MODEL_FUNCTION_UNKNOWN)))
	return arena_format (arena, "%s (%s)", plain, module);
      break;
    case NAMING_SYMBOL:
      if (strcmp (function->symbol, plain) != 0)
	return arena_format (arena, "%s (%s)", plain, function->symbol);
      break;
    case NAMING_ADDRESS:
      if (module)
	return arena_format (arena, "%s (%s@0x%" PRIx64 ")", plain, module,
			     function->address);
      break;
    case NAMING_INDEX:
      return arena_format (arena, "%s (#%" PRIu32 ")", function->name, index);
    case NAMING_WAYS:
      break;
    }
  return function->name;
}

/* Enter in NAMES the functions whose names are RENEWED, which becomes true
   for those alone whose name another one has too.  False if there is none.
   A function in NAMES may have got another name since.  */

static bool
naming_find_twins (const struct model *model, struct dict *names,
		   bool *renewed)
{
  bool *twin = mem_alloc (model->function_count, sizeof *twin);
  bool found = false;
  for (uint32_t i = 0; i < model->function_count; i++)
    {
      if (!renewed[i])
	continue;
      const char *name = model->functions[i].name;
      uint32_t *place = dict_place (names, name);
      uint32_t other = *place;
      if (other == MAP_NONE || other == i
	  || strcmp (model->functions[other].name, name) != 0)
	*place = i;
      else
	found = twin[i] = twin[other] = true;
    }
  memcpy (renewed, twin, model->function_count * sizeof *twin);
  free (twin);
  return found;
}

void
naming_assign (struct model *model, bool demangle,
	       struct naming_memory *memory)
{
  const struct naming naming = { model, demangle, memory };
  size_t count = model->function_count;
  const char **plain = mem_alloc (count, sizeof *plain);
  bool *twin = mem_alloc (count, sizeof *twin);
  for (size_t i = 0; i < count; i++)
    {
      struct model_function *function = &model->functions[i];
      function->name = naming_plain (&naming, function, function->source);
      plain[i] = function->name;
      twin[i] = true;
    }

  struct dict names = { 0 };
  dict_reserve (&names, count);
  for (enum naming_way way = NAMING_CLONE;
       way < NAMING_WAYS && naming_find_twins (model, &names, twin); way++)
    for (size_t i = 0; i < count; i++)
      {
	if (!twin[i])
	  continue;
	const char *better = naming_distinguish (&naming, i, way, plain[i]);
	if (way == NAMING_CLONE)
	  plain[i] = better;
	model->functions[i].name = better;
      }
  dict_free (&names);
  free (plain);
  free (twin);

  for (size_t i = 0; i < model->inline_count; i++)
    model->inlines[i].name = naming_demangle (&naming,
					      model->inlines[i].symbol);
  for (size_t i = 0; i < model->instruction_count; i++)
    if (model->instructions[i].symbol)
      model->instructions[i].name
	= naming_demangle (&naming, model->instructions[i].symbol);
  for (size_t i = 0; i < model->advice_count; i++)
    if (model->advice[i].within)
      model->advice[i].within_name
	= naming_demangle (&naming, model->advice[i].within);
}

/* ---- Short names.  */

#define NAMING_ELLIPSIS "..."

/* Part of a name between a pair of brackets that is in no other pair.  */
struct naming_group
{
  size_t begin;
  size_t end;			/* Of the closing bracket.  */
};

/* The end of the operator that begins behind NAME's first AT bytes, or AT if
   they do not end in "operator": its brackets are none.  */

static size_t
naming_skip_operator (const char *name, size_t at)
{
  static const char word[] = "operator";
  size_t length = sizeof word - 1;
  if (at < length || memcmp (name + at - length, word, length) != 0
      || (at > length && (isalnum ((unsigned char) name[at - length - 1])
			  || name[at - length - 1] == '_')))
    return at;
  /* The longest that fits: what follows may be a template's arguments.  */
  static const char *const operators[] = {
    "<=>", "<<=", ">>=", "->*", "()", "<<", ">>", "<=", ">=", "==", "->",
    "-=", "--", "<", ">"
  };
  for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
    if (strncmp (name + at, operators[i], strlen (operators[i])) == 0)
      return at + strlen (operators[i]);
  return at;
}

/* Find the longest group of NAME that says more than an ellipsis.  False if
   there is none, or if its brackets are no pairs.  What we added to a name,
   " (file.c)" or " [inlined]", is none.  */

static bool
naming_find_group (const char *name, struct naming_group *longest)
{
  size_t depth = 0;
  size_t begin = 0;
  *longest = (struct naming_group) { 0, 0 };
  for (size_t i = 0; name[i]; i++)
    {
      size_t behind = naming_skip_operator (name, i);
      if (behind != i)
	{
	  i = behind - 1;
	  continue;
	}
      if (name[i] == '<' || name[i] == '(')
	{
	  if (depth++ == 0)
	    begin = i + 1;
	}
      else if (name[i] == '>' || name[i] == ')')
	{
	  if (depth == 0)
	    return false;
	  if (--depth == 0 && i - begin > sizeof NAMING_ELLIPSIS - 1
	      && !(begin > 1 && name[begin - 2] == ' ')
	      && strncmp (name + begin, "anonymous ", 10) != 0
	      && i - begin > longest->end - longest->begin)
	    *longest = (struct naming_group) { begin, i };
	}
    }
  return longest->end > 0 && depth == 0;
}

/* NAME with as many ellipses as it takes to have no more than ROOM bytes, or
   as there can be; NULL if there can be none.  */

static const char *
naming_elide (struct arena *arena, const char *name, size_t room)
{
  const char *shorter = NULL;
  struct naming_group group;
  while (strlen (shorter ? shorter : name) > room
	 && naming_find_group (shorter ? shorter : name, &group))
    {
      const char *from = shorter ? shorter : name;
      shorter = arena_format (arena, "%.*s" NAMING_ELLIPSIS "%s",
			      (int) group.begin, from, from + group.end);
    }
  return shorter;
}

/* Names and shorter ones, of which NULL is none, of functions.  */
struct naming_short
{
  struct arena *arena;		/* Of the shorter ones.  */
  const char *const *names;
  size_t count;
  const char **shorter;
  bool *twin;			/* Two have the shorter name.  */
};

/* By shorter name, then by whole name.  */

static int
naming_compare_short (const void *closure, uint32_t a, uint32_t b)
{
  const struct naming_short *names = closure;
  int order = strcmp (names->shorter[a], names->shorter[b]);
  return order ? order : strcmp (names->names[a], names->names[b]);
}

/* Find those whose shorter name is another one's, too, shorter or not.  False
   if there are none.  */

static bool
naming_find_short_twins (struct naming_short *names)
{
  size_t count = names->count;
  struct dict known = { 0 };
  bool found = false;
  for (uint32_t i = 0; i < count; i++)
    names->twin[i] = false;
  for (uint32_t i = 0; i < count; i++)
    {
      uint32_t *place = dict_place (&known, names->shorter[i]
					      ? names->shorter[i]
					      : names->names[i]);
      if (*place == MAP_NONE)
	*place = i;
      else
	found = names->twin[i] = names->twin[*place] = true;
    }
  dict_free (&known);
  return found;
}

static bool
naming_is_word (char letter)
{
  return isalnum ((unsigned char) letter) || letter == '_' || letter == ':';
}

/* Where the names A and B begin to differ.  */

static size_t
naming_differ (const char *a, const char *b)
{
  size_t i = 0;
  while (a[i] && a[i] == b[i])
    i++;
  return i;
}

/* Add to each twin's shorter name the first word of the whole one in which it
   differs from the others.  */

static void
naming_tell_apart (struct naming_short *names)
{
  uint32_t *twins = mem_alloc (names->count, sizeof *twins);
  const char **told = mem_alloc (names->count, sizeof *told);
  size_t count = 0;
  for (uint32_t i = 0; i < names->count; i++)
    if (names->twin[i] && names->shorter[i])
      twins[count++] = i;
  sort_indices (twins, count, naming_compare_short, names);
  for (size_t i = 0; i < count; i++)
    {
      const char *name = names->names[twins[i]];
      size_t at = 0;
      for (int next = 0; next < 2; next++)
	{
	  size_t other = next ? i + 1 : i - 1;
	  if ((!next && i == 0) || other >= count
	      || strcmp (names->shorter[twins[other]],
			 names->shorter[twins[i]]) != 0)
	    continue;
	  size_t differ = naming_differ (name, names->names[twins[other]]);
	  at = differ > at ? differ : at;
	}
      while (at > 0 && naming_is_word (name[at - 1]))
	at--;
      size_t length = 0;
      while (naming_is_word (name[at + length]))
	length++;
      told[i] = length > 0
	? arena_format (names->arena, "%s {%.*s}", names->shorter[twins[i]],
			(int) length, name + at)
	: names->shorter[twins[i]];
    }
  for (size_t i = 0; i < count; i++)
    names->shorter[twins[i]] = told[i];
  free (twins);
  free (told);
}

const char **
naming_shorten (struct arena *arena, const char *const *names, size_t count,
		size_t room)
{
  struct naming_short found = {
    arena, names, count, mem_alloc (count, sizeof *found.shorter),
    mem_alloc (count, sizeof *found.twin)
  };
  for (size_t i = 0; i < count; i++)
    found.shorter[i] = naming_elide (arena, names[i], room);
  if (naming_find_short_twins (&found))
    {
      naming_tell_apart (&found);
      naming_find_short_twins (&found);
    }
  for (size_t i = 0; i < count; i++)
    if (found.twin[i])
      found.shorter[i] = NULL;
  free (found.twin);
  return found.shorter;
}
