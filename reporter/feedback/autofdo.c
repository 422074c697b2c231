/* AutoFDO's profiles, which GCC reads with -fauto-profile=FILE.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "feedback/autofdo.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/sort.h"

#include <stdlib.h>
#include <string.h>

/* GCC up to 15 takes for hot whatever ran more than once, as in a profile of
   few samples: counts are scaled so that the greatest is this.  */
#define AUTOFDO_SAMPLES 10000

/* The shares of all counts, in millionths, for which the summary tells how
   many of the greatest make them up.  */
static const uint32_t autofdo_cutoffs[] = {
  10000, 100000, 200000, 300000, 400000, 500000, 600000, 700000, 800000,
  900000, 950000, 990000, 999000, 999900, 999990, 999999
};

struct autofdo
{
  const struct source_positions *positions;
  FILE *out;
  enum autofdo_version version;
  uint32_t function_count;	/* Of those that ran.  */
  uint64_t most;		/* The greatest count, if they are scaled; else
				   0.  */
  struct dict names;		/* Number of each name.  */
  const char **all;		/* Those in their order; the first is
				   empty.  */
  const char **files;		/* Where they are declared; NULL: unknown.  */
  size_t count, room, file_room;
};

/* Which form GCC number GCC reads.  */

static enum autofdo_version
autofdo_version (unsigned gcc)
{
  return gcc <= 11 ? AUTOFDO_WORDS : gcc <= 15 ? AUTOFDO_BYTES : AUTOFDO_FILES;
}

enum source_place
autofdo_place (unsigned gcc)
{
  return gcc >= 13 ? SOURCE_BLOCK : SOURCE_LINE;
}

static void
autofdo_put_32 (const struct autofdo *autofdo, uint32_t value)
{
  for (int i = 0; i < 4; i++)
    putc (value >> (8 * i) & 0xff, autofdo->out);
}

static void
autofdo_put_64 (const struct autofdo *autofdo, uint64_t value)
{
  autofdo_put_32 (autofdo, value);
  autofdo_put_32 (autofdo, value >> 32);
}

static void
autofdo_put_count (const struct autofdo *autofdo, uint64_t count)
{
  if (autofdo->most > 0 && count > 0)
    {
      count = (double) count / autofdo->most * AUTOFDO_SAMPLES;
      if (count == 0)
	count = 1;
    }
  autofdo_put_64 (autofdo, count);
}

static void
autofdo_put_text (const struct autofdo *autofdo, const char *text)
{
  size_t size = strlen (text) + 1;
  size_t padding = 0;
  if (autofdo->version == AUTOFDO_WORDS)
    padding = (4 - size % 4) % 4;
  autofdo_put_32 (autofdo, autofdo->version == AUTOFDO_WORDS
		  ? (size + padding) / 4 : size);
  fwrite (text, 1, size, autofdo->out);
  while (padding-- > 0)
    putc (0, autofdo->out);
}

/* The number of NAME, declared in FILE.  */

static uint32_t
autofdo_name (struct autofdo *autofdo, const char *name, const char *file)
{
  uint32_t *place = dict_place (&autofdo->names, name);
  if (*place == MAP_NONE)
    {
      *place = autofdo->count;
      autofdo->all = mem_grow (autofdo->all, &autofdo->room,
			       autofdo->count + 1, sizeof *autofdo->all);
      autofdo->files = mem_grow (autofdo->files, &autofdo->file_room,
				 autofdo->count + 1, sizeof *autofdo->files);
      autofdo->files[autofdo->count] = NULL;
      autofdo->all[autofdo->count++] = name;
    }
  if (!autofdo->files[*place])
    autofdo->files[*place] = file;
  return *place;
}

/* Put the names by which functions are known.  Behind the tag of a part stands
   its length, here 0: GCC does not read it.  */

static void
autofdo_put_names (struct autofdo *autofdo)
{
  struct dict numbers = { 0 };
  size_t count = 0;
  autofdo_put_32 (autofdo, AUTOFDO_NAMES);
  autofdo_put_32 (autofdo, 0);
  if (autofdo->version >= AUTOFDO_FILES)
    {
      const char **files = mem_alloc (autofdo->count, sizeof *files);
      for (size_t i = 0; i < autofdo->count; i++)
	if (autofdo->files[i]
	    && dict_find (&numbers, autofdo->files[i]) == MAP_NONE)
	  {
	    *dict_place (&numbers, autofdo->files[i]) = count;
	    files[count++] = autofdo->files[i];
	  }
      autofdo_put_32 (autofdo, count);
      for (size_t i = 0; i < count; i++)
	autofdo_put_text (autofdo, files[i]);
      free (files);
    }
  autofdo_put_32 (autofdo, autofdo->count);
  for (size_t i = 0; i < autofdo->count; i++)
    {
      autofdo_put_text (autofdo, autofdo->all[i]);
      if (autofdo->version >= AUTOFDO_FILES)
	autofdo_put_32 (autofdo, autofdo->files[i]
			? dict_find (&numbers, autofdo->files[i])
			: UINT32_MAX);
    }
  dict_free (&numbers);
}

/* Put the instance with number INDEX, and all that was inlined into it.  */

static void
autofdo_put_instance (struct autofdo *autofdo, uint32_t index)
{
  const struct source_positions *positions = autofdo->positions;
  const struct source_instance *instance = &positions->instances[index];
  autofdo_put_32 (autofdo, autofdo_name (autofdo, instance->symbol, NULL));
  autofdo_put_32 (autofdo, instance->position_count);
  autofdo_put_32 (autofdo, instance->child_count);
  for (uint32_t i = 0; i < instance->position_count; i++)
    {
      const struct source_position *position
	= &positions->positions[instance->positions + i];
      autofdo_put_32 (autofdo, ((uint32_t) position->line << 16)
		      | (position->part & 0xffff));
      autofdo_put_32 (autofdo, position->target_count);
      autofdo_put_count (autofdo, position->count);
      for (uint32_t j = 0; j < position->target_count; j++)
	{
	  const struct source_target *target
	    = &positions->targets[position->targets + j];
	  autofdo_put_32 (autofdo, AUTOFDO_TARGETS);
	  autofdo_put_64 (autofdo,
			  autofdo_name (autofdo, target->symbol, NULL));
	  autofdo_put_count (autofdo, target->count);
	}
    }
  for (uint32_t i = 0; i < instance->child_count; i++)
    {
      const struct source_instance *child
	= &positions->instances[instance->children + i];
      autofdo_put_32 (autofdo, ((uint32_t) child->line << 16)
		      | (child->discriminator & 0xffff));
      autofdo_put_instance (autofdo, instance->children + i);
    }
}

/* Put what GCC tells hot from cold by.  */

static void
autofdo_put_summary (const struct autofdo *autofdo)
{
  const struct source_positions *positions = autofdo->positions;
  size_t count = positions->position_count;
  const size_t cutoffs = sizeof autofdo_cutoffs / sizeof *autofdo_cutoffs;
  struct sort_item *items = mem_alloc (count, sizeof *items);
  uint64_t head = 0, least = 0;
  double total = 0, sum = 0;
  for (size_t i = 0; i < count; i++)
    {
      items[i].key = ~positions->positions[i].count;
      total += positions->positions[i].count;
    }
  sort_items (items, count);
  for (size_t i = 0; i < positions->function_count; i++)
    if (positions->instances[i].head > head)
      head = positions->instances[i].head;
  autofdo_put_32 (autofdo, AUTOFDO_SUMMARY);
  autofdo_put_64 (autofdo, total);
  autofdo_put_64 (autofdo, count > 0 ? ~items[0].key : 0);
  autofdo_put_64 (autofdo, head);
  autofdo_put_64 (autofdo, count);
  autofdo_put_64 (autofdo, autofdo->function_count);
  autofdo_put_64 (autofdo, cutoffs);
  for (size_t i = 0, next = 0; i < cutoffs; i++)
    {
      for (; next < count && sum < total * autofdo_cutoffs[i] / 1e6; next++)
	{
	  least = ~items[next].key;
	  sum += least;
	}
      autofdo_put_32 (autofdo, autofdo_cutoffs[i]);
      autofdo_put_64 (autofdo, least);
      autofdo_put_64 (autofdo, next);
    }
  free (items);
}

/* Whether anything of the instance with number INDEX of POSITIONS ran.  */

static bool
autofdo_ran (const struct source_positions *positions, uint32_t index)
{
  const struct source_instance *instance = &positions->instances[index];
  bool ran = instance->head > 0;
  for (uint32_t i = 0; i < instance->position_count && !ran; i++)
    ran = positions->positions[instance->positions + i].count > 0;
  for (uint32_t i = 0; i < instance->child_count && !ran; i++)
    ran = autofdo_ran (positions, instance->children + i);
  return ran;
}

/* Give a number to each name.  That of a function that was inlined wherever it
   ran has its file from the function itself.  */

static void
autofdo_number_names (struct autofdo *autofdo)
{
  const struct source_positions *positions = autofdo->positions;
  autofdo_name (autofdo, "", NULL);
  for (size_t i = 0; i < positions->instance_count; i++)
    autofdo_name (autofdo, positions->instances[i].symbol,
		  positions->instances[i].file);
  for (size_t i = 0; i < positions->target_count; i++)
    autofdo_name (autofdo, positions->targets[i].symbol, NULL);
}

/* Put the functions that ran.  Others are compiled as without a profile, as
   another run may have need of them.  */

static void
autofdo_put_functions (struct autofdo *autofdo)
{
  const struct source_positions *positions = autofdo->positions;
  autofdo_put_32 (autofdo, autofdo->function_count);
  for (size_t i = 0; i < positions->function_count; i++)
    if (autofdo_ran (positions, i))
      {
	autofdo_put_count (autofdo, positions->instances[i].head);
	if (autofdo->version >= AUTOFDO_FILES)
	  autofdo_put_64 (autofdo, 0);	/* When it ran first.  */
	autofdo_put_instance (autofdo, i);
      }
}

void
autofdo_print (const struct source_positions *positions, unsigned gcc,
	       FILE *out)
{
  struct autofdo autofdo = {
    .positions = positions, .out = out, .version = autofdo_version (gcc)
  };
  if (autofdo.version < AUTOFDO_FILES)
    for (size_t i = 0; i < positions->position_count; i++)
      if (positions->positions[i].count > autofdo.most)
	autofdo.most = positions->positions[i].count;
  for (size_t i = 0; i < positions->function_count; i++)
    autofdo.function_count += autofdo_ran (positions, i);
  autofdo_number_names (&autofdo);
  autofdo_put_32 (&autofdo, AUTOFDO_MAGIC);
  autofdo_put_32 (&autofdo, autofdo.version);
  autofdo_put_32 (&autofdo, 0);
  if (autofdo.version >= AUTOFDO_FILES)
    autofdo_put_summary (&autofdo);
  autofdo_put_names (&autofdo);
  autofdo_put_32 (&autofdo, AUTOFDO_FUNCTIONS);
  autofdo_put_32 (&autofdo, 0);
  autofdo_put_functions (&autofdo);
  autofdo_put_32 (&autofdo, AUTOFDO_MODULES);
  autofdo_put_32 (&autofdo, 0);
  autofdo_put_32 (&autofdo, 0);
  dict_free (&autofdo.names);
  free (autofdo.all);
  free (autofdo.files);
}
