/* Which functions were inlined at an address, from debug information.

   libdw's own way from an address to its scopes goes through all that a
   unit describes; a unit's functions are sorted here when it is first asked
   about, so that only the one at the address is looked into.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "elf/inlines.h"
#include "base/sort.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <stdlib.h>
#include <string.h>

/* Types in types, and blocks in blocks, are followed so far.  */
#define INLINES_DEPTH 200

/* GNU's attribute of an inlined call's discriminator, which older headers do not
   name.  */
#define INLINES_DISCRIMINATOR 0x2136

/* Code of a function.  */
struct inlines_range
{
  Dwarf_Addr low;
  Dwarf_Addr high;
  Dwarf_Die die;
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
  struct inlines_level *levels;
  size_t level_count, level_room;
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

static void
inlines_add (struct inlines *inlines, const struct inlines_unit *unit,
	     Dwarf_Die *die)
{
  struct inlines_level level = inlines_level (inlines, unit, die);
  if (!level.symbol)
    return;
  inlines->levels = mem_grow (inlines->levels, &inlines->level_room,
			      inlines->level_count + 1,
			      sizeof *inlines->levels);
  inlines->levels[inlines->level_count++] = level;
}

/* The function at link-time ADDRESS, whose unit *UNIT is and address in that one
   *PC; NULL if it is not known.  */

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
  inlines->level_count = 0;
  *levels = NULL;
  const struct inlines_range *range = inlines_at (inlines, address, &unit,
						  &pc);
  if (!range)
    return 0;

  Dwarf_Die parent = range->die;
  Dwarf_Die child;
  for (unsigned depth = 0; depth < INLINES_DEPTH
       && dwarf_child (&parent, &child) == 0; depth++)
    {
      int left = 0;
      do
	{
	  int tag = dwarf_tag (&child);
	  if ((tag == DW_TAG_inlined_subroutine
	       || tag == DW_TAG_lexical_block)
	      && dwarf_haspc (&child, pc) > 0)
	    break;
	}
      while ((left = dwarf_siblingof (&child, &child)) == 0);
      if (left != 0)
	break;
      if (dwarf_tag (&child) == DW_TAG_inlined_subroutine)
	inlines_add (inlines, unit, &child);
      parent = child;
    }
  *levels = inlines->levels;
  return inlines->level_count;
}

void
inlines_close (struct inlines *inlines)
{
  if (!inlines)
    return;
  for (size_t i = 0; i < inlines->unit_count; i++)
    free (inlines->units[i].ranges);
  free (inlines->units);
  free (inlines->levels);
  map_free (&inlines->unit_map);
  arena_free (&inlines->arena);
  free (inlines);
}
