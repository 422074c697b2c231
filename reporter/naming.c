/* What functions are called in reports.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "naming.h"

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

static const char *
naming_base (const char *path)
{
  const char *slash = strrchr (path, '/');
  return slash ? slash + 1 : path;
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
			     naming_base (function->file));
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
}
