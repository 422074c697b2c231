/* Which functions were inlined at an address, from debug information.

   libdw's own way from an address to its scopes goes through all that a
   unit describes; here a unit's functions are sorted when it is first asked
   about, and so are the inlined calls of a function.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "elf/inlines.h"
#include "elf/scopes.h"
#include "base/sort.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <stdlib.h>
#include <string.h>

/* Types in types are followed so far.  */
#define INLINES_DEPTH 200

/* GNU's attribute of an inlined call's discriminator, which older headers do
   not name.  */
#define INLINES_DISCRIMINATOR 0x2136

/* Code of a function.  */
struct inlines_range
{
  Dwarf_Addr low;
  Dwarf_Addr high;
  Dwarf_Die die;
};

/* What is known of a function's inlined calls.  */
struct inlines_function
{
  struct scopes scopes;
  struct inlines_level *levels;	/* Of its calls.  */
};

struct inlines_unit
{
  Dwarf_Die die;
  Dwarf_Addr bias;		/* Of addresses in the debug information.  */
  struct inlines_range *ranges;
  size_t count, room;
};

struct inlines
{
  Dwfl_Module *module;
  uint64_t bias;
  struct inlines_unit *units;
  size_t unit_count, unit_room;
  struct map unit_map;		/* By the offset of its entry.  */
  struct inlines_function *functions;
  size_t function_count, function_room;
  struct map function_map;	/* Likewise.  */
  struct inlines_level *levels;
  size_t level_room;
  struct arena arena;
};

struct inlines *
inlines_open (struct lines *lines)
{
  struct inlines *inlines = mem_alloc (1, sizeof *inlines);
  inlines->module = lines_module (lines, &inlines->bias);
  return inlines;
}

static void
inlines_add_ranges (struct inlines_unit *unit, Dwarf_Die *die)
{
  Dwarf_Addr base, low, high;
  ptrdiff_t at = 0;
  while ((at = dwarf_ranges (die, at, &base, &low, &high)) > 0)
    {
      if (low >= high)
	continue;
      unit->ranges = mem_grow (unit->ranges, &unit->room, unit->count + 1,
			       sizeof *unit->ranges);
      unit->ranges[unit->count++] = (struct inlines_range) { low, high,
							     *die };
    }
}

/* Add the functions in PARENT.  */

static void
inlines_collect (struct inlines_unit *unit, Dwarf_Die *parent,
		 unsigned depth)
{
  Dwarf_Die die;
  if (depth > INLINES_DEPTH || dwarf_child (parent, &die) != 0)
    return;
  do
    switch (dwarf_tag (&die))
      {
      case DW_TAG_subprogram:
	inlines_add_ranges (unit, &die);
	break;
      case DW_TAG_namespace:
      case DW_TAG_module:
      case DW_TAG_class_type:
      case DW_TAG_structure_type:
      case DW_TAG_union_type:
	inlines_collect (unit, &die, depth + 1);
	break;
      default:
	break;
      }
  while (dwarf_siblingof (&die, &die) == 0);
}

static int
inlines_compare (const void *a, const void *b)
{
  const struct inlines_range *x = a;
  const struct inlines_range *y = b;
  return x->low < y->low ? -1 : x->low > y->low;
}

/* The unit of DIE, the entry of a whole unit.  */

static const struct inlines_unit *
inlines_get_unit (struct inlines *inlines, Dwarf_Die *die, Dwarf_Addr bias)
{
  uint32_t *place = map_place (&inlines->unit_map, dwarf_dieoffset (die), 0);
  if (*place != MAP_NONE)
    return &inlines->units[*place];
  *place = inlines->unit_count;
  inlines->units = mem_grow (inlines->units, &inlines->unit_room,
			     inlines->unit_count + 1,
			     sizeof *inlines->units);
  struct inlines_unit *unit = &inlines->units[inlines->unit_count++];
  *unit = (struct inlines_unit) { .die = *die, .bias = bias };
  inlines_collect (unit, die, 0);
  if (unit->count > 0)
    qsort (unit->ranges, unit->count, sizeof *unit->ranges,
	   inlines_compare);
  return unit;
}

/* The function of UNIT at ADDRESS, or NULL.  */

static const struct inlines_range *
inlines_find (const struct inlines_unit *unit, Dwarf_Addr address)
{
  size_t before
    = sort_count_up_to (unit->ranges, unit->count, sizeof *unit->ranges,
			offsetof (struct inlines_range, low), address);
  return before > 0 && address < unit->ranges[before - 1].high
    ? &unit->ranges[before - 1] : NULL;
}

/* The name of UNIT's file number ATTRIBUTE of DIE, or NULL.  */

static const char *
inlines_file (struct inlines *inlines, const struct inlines_unit *unit,
	      Dwarf_Die *die, unsigned attribute)
{
  Dwarf_Attribute memory;
  Dwarf_Word number;
  Dwarf_Files *files;
  size_t count;
  Dwarf_Die cu = unit->die;
  if (dwarf_formudata (dwarf_attr_integrate (die, attribute, &memory),
		       &number) != 0
      || dwarf_getsrcfiles (&cu, &files, &count) != 0 || number >= count)
    return NULL;
  const char *name = dwarf_filesrc (files, number, NULL, NULL);
  if (!name || name[0] == '/')
    return name;
  const char *directory
    = dwarf_formstring (dwarf_attr (&cu, DW_AT_comp_dir, &memory));
  return directory && directory[0] == '/'
    ? arena_format (&inlines->arena, "%s/%s", directory, name) : name;
}

static uint32_t
inlines_number (Dwarf_Die *die, unsigned attribute)
{
  Dwarf_Attribute memory;
  Dwarf_Word number;
  return dwarf_formudata (dwarf_attr_integrate (die, attribute, &memory),
			  &number) == 0 && number <= INT32_MAX ? number : 0;
}

/* The function DIE of UNIT, or the inlined call of one.  */

static struct inlines_level
inlines_level (struct inlines *inlines, const struct inlines_unit *unit,
	       Dwarf_Die *die)
{
  Dwarf_Attribute memory;
  const char *symbol = dwarf_formstring
    (dwarf_attr_integrate (die, DW_AT_linkage_name, &memory));
  if (!symbol)
    symbol = dwarf_formstring
      (dwarf_attr_integrate (die, DW_AT_MIPS_linkage_name, &memory));
  if (!symbol)
    symbol = dwarf_diename (die);
  return (struct inlines_level) {
    .symbol = symbol,
    .decl_file = inlines_file (inlines, unit, die, DW_AT_decl_file),
    .decl_line = inlines_number (die, DW_AT_decl_line),
    .file = inlines_file (inlines, unit, die, DW_AT_call_file),
    .line = inlines_number (die, DW_AT_call_line),
    .discriminator = inlines_number (die, INLINES_DISCRIMINATOR)
  };
}

/* What is known of the function of RANGE, which is in UNIT.  */

static const struct inlines_function *
inlines_get_function (struct inlines *inlines, const struct inlines_unit *unit,
		      const struct inlines_range *range)
{
  Dwarf_Die die = range->die;
  uint32_t *place
    = map_place (&inlines->function_map, dwarf_dieoffset (&die), 0);
  if (*place != MAP_NONE)
    return &inlines->functions[*place];
  *place = inlines->function_count;
  inlines->functions = mem_grow (inlines->functions, &inlines->function_room,
				 inlines->function_count + 1,
				 sizeof *inlines->functions);
  struct inlines_function *function
    = &inlines->functions[inlines->function_count++];
  scopes_read (&function->scopes, &die);
  size_t count = function->scopes.count;
  function->levels = mem_alloc (count, sizeof *function->levels);
  for (size_t i = 0; i < count; i++)
    function->levels[i]
      = inlines_level (inlines, unit, &function->scopes.calls[i].die);
  return function;
}

/* The function at link-time ADDRESS, whose unit *UNIT is and address in that
   one *PC; NULL if it is not known.  */

static const struct inlines_range *
inlines_at (struct inlines *inlines, uint64_t address,
	    const struct inlines_unit **unit, Dwarf_Addr *pc)
{
  Dwarf_Addr bias;
  Dwarf_Die *die = dwfl_module_addrdie (inlines->module,
					address + inlines->bias, &bias);
  if (!die)
    return NULL;
  *unit = inlines_get_unit (inlines, die, bias);
  *pc = address + inlines->bias - bias;
  return inlines_find (*unit, *pc);
}

bool
inlines_look_function (struct inlines *inlines, uint64_t address,
		       struct inlines_level *level)
{
  const struct inlines_unit *unit;
  Dwarf_Addr pc;
  const struct inlines_range *range = inlines_at (inlines, address, &unit,
						  &pc);
  if (!range)
    return false;
  Dwarf_Die die = range->die;
  *level = inlines_level (inlines, unit, &die);
  return level->symbol != NULL;
}

size_t
inlines_look (struct inlines *inlines, uint64_t address,
	      const struct inlines_level **levels)
{
  const struct inlines_unit *unit;
  Dwarf_Addr pc;
  *levels = NULL;
  const struct inlines_range *range = inlines_at (inlines, address, &unit,
						  &pc);
  if (!range)
    return 0;

  const struct inlines_function *function
    = inlines_get_function (inlines, unit, range);
  const struct scopes_call *calls = function->scopes.calls;
  uint32_t innermost = scopes_find (&function->scopes, pc);
  size_t count = 0;
  for (uint32_t i = innermost; i != SCOPES_NONE; i = calls[i].parent)
    count += function->levels[i].symbol != NULL;
  inlines->levels = mem_grow (inlines->levels, &inlines->level_room, count,
			      sizeof *inlines->levels);
  size_t left = count;
  for (uint32_t i = innermost; i != SCOPES_NONE; i = calls[i].parent)
    if (function->levels[i].symbol)
      inlines->levels[--left] = function->levels[i];
  *levels = inlines->levels;
  return count;
}

void
inlines_close (struct inlines *inlines)
{
  if (!inlines)
    return;
  for (size_t i = 0; i < inlines->unit_count; i++)
    free (inlines->units[i].ranges);
  free (inlines->units);
  for (size_t i = 0; i < inlines->function_count; i++)
    {
      scopes_free (&inlines->functions[i].scopes);
      free (inlines->functions[i].levels);
    }
  free (inlines->functions);
  free (inlines->levels);
  map_free (&inlines->unit_map);
  map_free (&inlines->function_map);
  arena_free (&inlines->arena);
  free (inlines);
}
