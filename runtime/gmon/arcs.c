/* The arcs of gmon.out: who calls whom, and how often.

   SPDX-License-Identifier: MIT

   The rows of call sites name callers and callees by symbols and by words of
   the counters; gprof wants addresses.  Names are looked up in a map of all
   functions in the program's file, and to make this map takes longer than all
   the rest.  A program that forks more than once makes it before its second
   fork, and its children use it.  */

#include "gmon/arcs.h"

#include <errno.h>
#include <link.h>
#include <string.h>

#include "count/adjust.h"
#include "count/counters.h"
#include "file/file.h"
#include "gmon/image.h"
#include "base/memory.h"

#define TAG_ARC 1
#define MAX_ARC 0xffffffffu

/* A hash map from a name, or from an address if NAME is NULL, to an
   address.  Capacity is a power of two.  */
struct entry
{
  uint64_t key;			/* Hash of the name, or the address.  */
  const char *name;
  uint64_t address;
  int taken;
};

struct map
{
  struct entry *entries;
  uint64_t capacity;
  uint64_t used;
};

/* Where the rows of one function are.  */
struct rows
{
  uint64_t counters;		/* Address of its first.  */
  uint64_t at;			/* For cgrt_image_function.  */
};

/* What the program's file tells.  */
struct knowledge
{
  struct cgrt_image image;
  struct rows *functions;
  uint64_t function_count;
  struct map names;		/* Global functions.  */
  struct map aliases;		/* Thunk or alias -> function.  */
};

/* Learned before a fork, if KEPT.  */
static struct knowledge shared;
static int kept;

/* One thread's counters of the program.  */
struct copy
{
  const struct cgprof_counters *counters;
  struct cgrt_adjust adjust;
};

/* What the writing of arcs goes by.  */
struct arcs
{
  struct cgrt_output *output;
  struct cgrt_module *program;
  const struct knowledge *known;
  struct copy *copies;
  uint32_t copy_count;
  uint64_t copy_bytes;		/* Of memory that COPIES have.  */
};

/* Whether ADDRESS is code of PROGRAM.  */

static int
is_code (const struct cgrt_module *program, uint64_t address)
{
  const struct cgprof_segment *segment
    = (const struct cgprof_segment *) (program->record + 1);
  for (uint32_t i = 0; i < program->record->segments; i++, segment++)
    if ((segment->flags & PF_X)
	&& address - segment->address < segment->size)
      return 1;
  return 0;
}

static uint64_t
hash_name (const char *name)
{
  uint64_t hash = 0xcbf29ce484222325u;
  while (*name)
    hash = (hash ^ (unsigned char) *name++) * 0x100000001b3u;
  return hash;
}

/* Return where the entry of KEY and NAME is or would be in MAP.  */

static struct entry *
map_find (const struct map *map, uint64_t key, const char *name)
{
  uint64_t index = (key * 0x9e3779b97f4a7c15u) & (map->capacity - 1);
  for (;;)
    {
      struct entry *entry = &map->entries[index];
      if (!entry->taken
	  || (entry->key == key
	      && (!name || strcmp (entry->name, name) == 0)))
	return entry;
      index = (index + 1) & (map->capacity - 1);
    }
}

static uint64_t
map_bytes (const struct map *map)
{
  return map->capacity * sizeof *map->entries;
}

/* Put KEY, NAME -> ADDRESS in MAP, unless KEY and NAME are there.  Returns
   0 if there is no memory.  */

static int
map_put (struct map *map, uint64_t key, const char *name, uint64_t address)
{
  struct entry *entry;

  if (map->used * 2 >= map->capacity)
    {
      struct map larger = { NULL, map->capacity ? map->capacity * 2 : 1024,
			    map->used };
      larger.entries = cgrt_memory_map (map_bytes (&larger));
      if (!larger.entries)
	return 0;
      for (uint64_t i = 0; i < map->capacity; i++)
	if (map->entries[i].taken)
	  *map_find (&larger, map->entries[i].key, map->entries[i].name)
	    = map->entries[i];
      cgrt_memory_unmap (map->entries, map_bytes (map));
      *map = larger;
    }
  entry = map_find (map, key, name);
  if (!entry->taken)
    {
      entry->key = key;
      entry->name = name;
      entry->address = address;
      entry->taken = 1;
      map->used++;
    }
  return 1;
}

/* Return what KEY and NAME lead to in MAP, or OTHERWISE.  */

static uint64_t
map_get (const struct map *map, uint64_t key, const char *name,
	 uint64_t otherwise)
{
  struct entry *entry;
  if (!map->capacity)
    return otherwise;
  entry = map_find (map, key, name);
  return entry->taken ? entry->address : otherwise;
}

static void
free_map (struct map *map)
{
  cgrt_memory_unmap (map->entries, map_bytes (map));
}

/* What add_symbol adds to.  */
struct learning
{
  struct knowledge *known;
  int failed;			/* No memory.  */
};

static void
add_symbol (const char *name, uint64_t address, void *data)
{
  struct learning *learning = data;
  if (!map_put (&learning->known->names, hash_name (name), name, address))
    learning->failed = 1;
}

/* Return the bytes of KNOWN's functions, as many as can be in the file.  What
   nobody writes to costs no memory.  */

static uint64_t
function_bytes (const struct knowledge *known)
{
  return known->image.sites_size / CGRT_IMAGE_FUNCTION_MIN
	 * sizeof *known->functions;
}

static void
forget (struct knowledge *known)
{
  cgrt_memory_unmap (known->functions, function_bytes (known));
  free_map (&known->names);
  free_map (&known->aliases);
  cgrt_image_close (&known->image);
}

/* Learn the names and aliases of all functions.  Returns 0 or an errno, and
   then there is nothing to forget.  */

static int
learn (struct knowledge *known)
{
  struct learning learning = { known, 0 };
  struct cgrt_image_function function;
  uint64_t at = 0, from;
  int error;

  memset (known, 0, sizeof *known);
  error = cgrt_image_open (&known->image);
  if (error)
    return error;
  if (function_bytes (known))
    {
      known->functions = cgrt_memory_map (function_bytes (known));
      learning.failed = !known->functions;
    }
  while (!learning.failed
	 && (from = at, cgrt_image_function (&known->image, &at, &function)))
    {
      struct rows *rows = &known->functions[known->function_count++];
      const char *name = cgrt_image_string (&known->image, &function,
					    CGPROF_STRING_NAME);
      rows->counters = function.counters;
      rows->at = from;
      if (function.flags & CGPROF_FUNCTION_GLOBAL)
	add_symbol (name, function.address, &learning);
      for (uint32_t i = 0; i < function.alias_count; i++)
	if (!map_put (&known->aliases, cgrt_image_alias (&function, i), NULL,
		      function.address))
	  learning.failed = 1;
    }
  /* Functions have further names, and some have no rows.  */
  cgrt_image_symbols (&known->image, add_symbol, &learning);
  if (!learning.failed)
    return 0;
  forget (known);
  return ENOMEM;
}

void
cgrt_arcs_keep (void)
{
  if (!kept)
    kept = learn (&shared) == 0;
}

/* Write COUNT calls from the function at FROM to SELF.  */

static void
put_arc (struct cgrt_output *output, uint64_t from, uint64_t self,
	 uint64_t count)
{
  /* Any address in the caller will do.  */
  uintptr_t inside = (uintptr_t) from + 1;
  uintptr_t callee = (uintptr_t) self;

  while (count)
    {
      unsigned char record[1 + 2 * sizeof inside + sizeof (uint32_t)];
      uint32_t part = count > MAX_ARC ? MAX_ARC : (uint32_t) count;
      record[0] = TAG_ARC;
      memcpy (record + 1, &inside, sizeof inside);
      memcpy (record + 1 + sizeof inside, &callee, sizeof callee);
      memcpy (record + 1 + 2 * sizeof inside, &part, sizeof part);
      cgrt_output_put (output, record, sizeof record);
      count -= part;
    }
}

/* Find the program's copies.  Returns 0 if there is no memory.  */

static int
find_copies (struct arcs *arcs)
{
  uint32_t limit = cgrt_counters_limit ();

  arcs->copy_bytes = limit * sizeof *arcs->copies;
  arcs->copies = cgrt_memory_map (arcs->copy_bytes);
  if (!arcs->copies)
    return 0;
  for (uint32_t i = 0; i < limit; i++)
    {
      const struct cgprof_counters *counters
	= cgrt_counters_copy (arcs->program, i);
      if (counters)
	{
	  struct copy *copy = &arcs->copies[arcs->copy_count++];
	  copy->counters = counters;
	  copy->adjust = cgrt_adjust_of (counters);
	}
    }
  return 1;
}

/* Return the sum of WORD over all copies.  */

static uint64_t
sum_copies (const struct arcs *arcs, uint64_t word)
{
  uint64_t sum = 0;
  for (uint32_t i = 0; i < arcs->copy_count; i++)
    sum += cgrt_adjust_read (&arcs->copies[i].adjust,
			     &arcs->copies[i].counters->data[word]);
  return sum;
}

/* Whether anything was counted in words [FROM, TO) of a copy.  */

static int
is_touched (const struct arcs *arcs, uint64_t from, uint64_t to)
{
  for (uint32_t i = 0; i < arcs->copy_count; i++)
    {
      const uint64_t *words = arcs->copies[i].counters->data;
      for (uint64_t j = from; j < to; j++)
	if (words[j])
	  return 1;
    }
  return 0;
}

/* One indirect site.  */
struct indirect
{
  struct arcs *arcs;
  uint64_t from;
};

static void
put_target (const struct indirect *site, uint64_t target, uint64_t count)
{
  struct arcs *arcs = site->arcs;
  uint64_t address = target - arcs->program->record->bias;
  if (is_code (arcs->program, address))
    put_arc (arcs->output, site->from,
	     map_get (&arcs->known->aliases, address, NULL, address), count);
}

static void
put_entry (uint64_t address, uint64_t calls, uint64_t weight, void *data)
{
  (void) weight;
  put_target (data, address, calls);
}

/* Write the arcs of the indirect site whose first word is WORD.  */

static void
put_indirect (struct arcs *arcs, uint64_t from, uint64_t word)
{
  struct indirect site = { arcs, from };
  if (arcs->program->words - word < CGPROF_SLOT_WORDS)
    return;
  for (uint32_t i = 0; i < arcs->copy_count; i++)
    {
      const struct copy *copy = &arcs->copies[i];
      const uint64_t *slot = &copy->counters->data[word];
      const uint64_t *pair = slot;
      if (!slot[CGPROF_SLOT_TARGET])
	continue;
      for (; pair < &slot[CGPROF_SLOT_CHAIN]; pair += CGPROF_SLOT_PAIR_WORDS)
	put_target (&site, pair[CGPROF_SLOT_TARGET],
		    cgrt_adjust_read (&copy->adjust,
				      &pair[CGPROF_SLOT_COUNT]));
      cgrt_adjust_visit (slot[CGPROF_SLOT_CHAIN], put_entry, &site);
    }
}

/* Write the arcs of the direct site SITE of FUNCTION.  */

static void
put_direct (struct arcs *arcs, const struct cgrt_image_function *function,
	    const struct cgrt_image_site *site, uint64_t word)
{
  uint64_t self = site->callee_address;
  uint64_t count = sum_copies (arcs, word);
  if (!count)
    return;
  if (site->scope != CGPROF_SCOPE_ADDRESS)
    {
      const char *name = cgrt_image_string (&arcs->known->image, function,
					    site->callee);
      self = map_get (&arcs->known->names, hash_name (name), name, 0);
    }
  self = map_get (&arcs->known->aliases, self, NULL, self);
  if (self && is_code (arcs->program, self))
    put_arc (arcs->output, function->address, self, count);
}

/* Write the arcs out of FUNCTION.  */

static void
put_function (struct arcs *arcs, struct cgrt_image_function *function)
{
  uint64_t start
    = (function->counters - arcs->program->record->counters) / 8;
  struct cgrt_image_site site;

  while (cgrt_image_site (function, &site))
    {
      uint64_t word = start + site.word;
      if (word >= arcs->program->words)
	continue;
      if (site.kind == CGPROF_SITE_DIRECT)
	put_direct (arcs, function, &site, word);
      else
	put_indirect (arcs, function->address, word);
    }
}

/* Whether anything may have been counted in function INDEX.  Its counters are
   in one piece: where the next has higher ones, they end before them.  */

static int
may_count (const struct arcs *arcs, uint64_t index)
{
  const struct rows *rows = &arcs->known->functions[index];
  uint64_t section = arcs->program->record->counters;
  uint64_t words = arcs->program->words;
  uint64_t end = words;

  if (rows->counters < section)
    return 0;
  if (index + 1 == arcs->known->function_count
      || rows[1].counters <= rows->counters)
    return 1;
  if ((rows[1].counters - section) / 8 < end)
    end = (rows[1].counters - section) / 8;
  return is_touched (arcs, (rows->counters - section) / 8, end);
}

/* Write the arcs out of all functions.  A forked child has called few: it
   neither reads the others' rows nor the names of those they call.  */

static void
put_functions (struct arcs *arcs)
{
  for (uint64_t i = 0;
       i < arcs->known->function_count && !arcs->output->failed; i++)
    if (may_count (arcs, i))
      {
	uint64_t at = arcs->known->functions[i].at;
	struct cgrt_image_function function;
	if (cgrt_image_function (&arcs->known->image, &at, &function))
	  put_function (arcs, &function);
      }
}

int
cgrt_arcs_put (struct cgrt_output *output, struct cgrt_module *program)
{
  struct knowledge own;
  struct arcs arcs = { output, program, kept ? &shared : &own, NULL, 0, 0 };
  int error = kept ? 0 : learn (&own);

  if (error)
    return error;
  if (!find_copies (&arcs))
    error = ENOMEM;
  else
    {
      put_functions (&arcs);
      cgrt_memory_unmap (arcs.copies, arcs.copy_bytes);
    }
  if (!kept)
    forget (&own);
  return error;
}
