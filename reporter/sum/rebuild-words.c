/* Counters of a module's older build, put on the newest one's.

   Several of the newest build's rows may share a word, as a call that surely
   follows the entry of its function does with that; such a word gets no more
   than each of its rows has, and the rest is lost, as nothing may be invented.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "model/model.h"
#include "sum/rebuild-parts.h"

#include <cgprof/abi.h>
#include <stdlib.h>

static const char *
rebuild_name_entry (struct rebuild *rebuild, const struct image *image,
		    uint32_t row)
{
  return arena_format (&rebuild->arena, "entries of %s",
		       image->rows.functions[row].name);
}

/* The row of the other build's function that is that of ROW, a function of
   MODULE's image of SIDE; IMAGE_NONE: there is none, or it counts no
   entries.  */

static uint32_t
rebuild_entry (const struct rebuild_module *module, int side, uint32_t row)
{
  const struct image *image = module->images[side];
  const struct image *other = module->images[!side];
  uint32_t function = image_find (image, image->rows.functions[row].address);
  uint32_t mine = function == IMAGE_NONE
    ? IMAGE_NONE : module->functions[side][function];
  uint32_t found = mine == IMAGE_NONE ? IMAGE_NONE
				      : other->functions[mine].row;
  return found != IMAGE_NONE
    && (other->rows.functions[found].flags & CGPROF_FUNCTION_ENTRY)
    ? found : IMAGE_NONE;
}

static uint64_t
rebuild_word (const struct sum_module *module, uint64_t word)
{
  return word < module->word_count ? module->words[word] : 0;
}

/* Add to COUNTS, by the rows of IMAGE's functions, how often their local
   entries were entered by calls that the COUNT WORDS tell of.  */

static void
rebuild_add_local (const struct image *image, const uint64_t *words,
		   uint64_t count, uint64_t *counts)
{
  for (size_t i = 0; i < image->rows.site_count; i++)
    {
      const struct site_tables_site *row = &image->rows.sites[i];
      uint32_t callee = row->local && row->word < count
	? image_find_callee (image, row) : IMAGE_NONE;
      uint32_t at = callee == IMAGE_NONE ? IMAGE_NONE
					 : image->functions[callee].row;
      if (at != IMAGE_NONE && !model_add_count (&counts[at], words[row->word]))
	counts[at] = UINT64_MAX;
    }
}

/* Whether the sites of both rows sum up bytes, of the same kind.  */

static bool
rebuild_same_bytes (const struct site_tables_site *a,
		    const struct site_tables_site *b)
{
  return a->bytes_kind == b->bytes_kind && a->bytes_kind
	 && !a->bytes_constant && !b->bytes_constant;
}

/* Put the sums of bytes of OLD on the COUNT WORDS of MODULE's new image.  No
   two sites share one.  */

static void
rebuild_bytes (struct rebuild *rebuild, const struct sum_module *old,
	       const struct rebuild_module *module, uint64_t *words,
	       uint64_t count)
{
  const struct image *was = module->images[REBUILD_OLD];
  const struct image *is = module->images[REBUILD_NEW];
  for (size_t i = 0; i < was->rows.site_count; i++)
    {
      const struct site_tables_site *row = &was->rows.sites[i];
      if (!row->bytes_kind || row->bytes_constant)
	continue;
      uint64_t value = rebuild_word (old, row->bytes);
      uint32_t at = module->sites[REBUILD_OLD][i];
      if (at != IMAGE_NONE && is->rows.sites[at].bytes < count
	  && rebuild_same_bytes (row, &is->rows.sites[at]))
	words[is->rows.sites[at].bytes] = value;
      else
	rebuild_lose (rebuild, arena_format (&rebuild->arena, "bytes of %s",
					     rebuild_name_site (rebuild, was,
								i)),
		      value);
    }
}

/* Put what call sites counted in OLD on the COUNT WORDS of MODULE's new image:
   no more on a word than each of its sites has.  */

static void
rebuild_calls (const struct sum_module *old,
	       const struct rebuild_module *module, uint64_t *words,
	       uint64_t count)
{
  const struct image *was = module->images[REBUILD_OLD];
  const struct image *is = module->images[REBUILD_NEW];
  for (size_t i = 0; i < is->rows.site_count; i++)
    {
      const struct site_tables_site *row = &is->rows.sites[i];
      if (row->kind != CGPROF_SITE_DIRECT || row->word >= count)
	continue;
      uint32_t from = module->sites[REBUILD_NEW][i];
      uint64_t value = from == IMAGE_NONE
	? 0 : rebuild_word (old, was->rows.sites[from].word);
      words[row->word] = value < words[row->word] ? value : words[row->word];
    }
}

/* Likewise what functions counted of their entries, when the calls are there:
   a call that entered by the function's entry may enter by its local one now,
   and the other way round.  ENTERED is how often each function was entered, by
   rows of the old image.  First come words that sites have, too: what these
   lose calls of local entries, the words of those have more.  */

static void
rebuild_entries (const struct rebuild_module *module, const uint64_t *entered,
		 uint64_t *words, uint64_t count)
{
  const struct site_tables *rows = &module->images[REBUILD_NEW]->rows;
  for (int shared = 1; shared >= 0; shared--)
    {
      uint64_t *local = mem_alloc (rows->function_count, sizeof *local);
      rebuild_add_local (module->images[REBUILD_NEW], words, count, local);
      for (size_t i = 0; i < rows->function_count; i++)
	{
	  const struct site_tables_function *row = &rows->functions[i];
	  if (!(row->flags & CGPROF_FUNCTION_ENTRY) || row->word >= count
	      || (words[row->word] != UINT64_MAX) != shared)
	    continue;
	  uint32_t from = rebuild_entry (module, REBUILD_NEW, i);
	  uint64_t value = from != IMAGE_NONE && entered[from] > local[i]
	    ? entered[from] - local[i] : 0;
	  if (value < words[row->word])
	    words[row->word] = value;
	}
      free (local);
    }
}

/* Lose what has no place among the COUNT WORDS of MODULE's new image.  ENTERED
   is as above.  */

static void
rebuild_lose_words (struct rebuild *rebuild, const struct sum_module *old,
		    const struct rebuild_module *module,
		    const uint64_t *entered, const uint64_t *words,
		    uint64_t count)
{
  const struct image *was = module->images[REBUILD_OLD];
  const struct image *is = module->images[REBUILD_NEW];
  uint64_t *local = mem_alloc (is->rows.function_count, sizeof *local);
  rebuild_add_local (is, words, count, local);
  for (size_t i = 0; i < was->rows.function_count; i++)
    {
      if (!(was->rows.functions[i].flags & CGPROF_FUNCTION_ENTRY))
	continue;
      uint32_t at = rebuild_entry (module, REBUILD_OLD, i);
      uint64_t kept = at == IMAGE_NONE || is->rows.functions[at].word >= count
	? 0 : words[is->rows.functions[at].word] + local[at];
      if (entered[i] > kept)
	rebuild_lose (rebuild, rebuild_name_entry (rebuild, was, i),
		      entered[i] - kept);
    }
  free (local);
  for (size_t i = 0; i < was->rows.site_count; i++)
    {
      const struct site_tables_site *row = &was->rows.sites[i];
      if (row->kind != CGPROF_SITE_DIRECT)
	continue;
      uint32_t at = module->sites[REBUILD_OLD][i];
      uint64_t kept = at == IMAGE_NONE || is->rows.sites[at].word >= count
	? 0 : words[is->rows.sites[at].word];
      uint64_t value = rebuild_word (old, row->word);
      if (value > kept)
	rebuild_lose (rebuild, rebuild_name_site (rebuild, was, i),
		      value - kept);
    }
}

bool
rebuild_words (struct rebuild *rebuild, const struct sum_module *old,
	       struct rebuild_module *module, const struct sum_image *file)
{
  const struct image *was = module->images[REBUILD_OLD];
  uint64_t *entered = mem_alloc (was->rows.function_count, sizeof *entered);
  rebuild_add_local (was, old->words, old->word_count, entered);
  for (size_t i = 0; i < was->rows.function_count; i++)
    if ((was->rows.functions[i].flags & CGPROF_FUNCTION_ENTRY)
	&& !model_add_count (&entered[i],
			     rebuild_word (old, was->rows.functions[i].word)))
      entered[i] = UINT64_MAX;

  uint64_t count = file->word_count;
  uint64_t *words = mem_alloc (count, sizeof *words);
  for (uint64_t i = 0; i < count; i++)
    words[i] = UINT64_MAX;
  rebuild_calls (old, module, words, count);
  rebuild_bytes (rebuild, old, module, words, count);
  rebuild_entries (module, entered, words, count);
  for (uint64_t i = 0; i < count; i++)
    if (words[i] == UINT64_MAX)
      words[i] = 0;
  rebuild_lose_words (rebuild, old, module, entered, words, count);
  free (entered);

  struct sum_module *mine = &rebuild->to->modules[module->number];
  if (!mine->image)
    mine->image = file;
  bool good = sum_add_words (mine, words, count);
  free (words);
  return good;
}
