/* The tables that the plugin left in an image, decoded.

   Every number is checked before it is used: images are input like any
   other file.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "rows.h"
#include "bytes.h"
#include "diag.h"
#include "mem.h"

#include <cgprof/abi.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Where decoding is.  */
struct rows_cursor
{
  const struct rows_source *source;
  size_t row;			/* Offset of the function's rows.  */
  size_t offset;		/* Of what is read next.  */
  size_t end;			/* Of the function's rows.  */
};

static bool
rows_bad (const struct rows_cursor *at, const char *what)
{
  return diag_error (at->source->file,
		     "%s: bad row at offset 0x%zx: %s",
		     CGPROF_SECTION_SITES, at->row, what);
}

#define FIELD_16(type, member) \
  bytes_16 (p + offsetof (struct type, member), swap)
#define FIELD_32(type, member) \
  bytes_32 (p + offsetof (struct type, member), swap)
#define FIELD_64(type, member) \
  bytes_64 (p + offsetof (struct type, member), swap)

/* Set *STRING to the string at OFFSET of the strings, NULL if it is empty,
   which says that there is none.  Offset 0 is like any other: the linker
   sorts the strings, and may put a name there.  */

static bool
rows_string (const struct rows_cursor *at, uint32_t offset,
	     const char **string)
{
  const struct rows_source *source = at->source;
  *string = NULL;
  if (offset == 0 && source->strings_size == 0)
    return true;
  if (offset >= source->strings_size
      || !memchr (source->strings + offset, 0,
		  source->strings_size - offset))
    return rows_bad (at, "name lies outside " CGPROF_SECTION_STRINGS);
  if (source->strings[offset])
    *string = source->strings + offset;
  return true;
}

/* Take SIZE bytes of the function's rows.  */

static const unsigned char *
rows_take (struct rows_cursor *at, size_t size)
{
  if (size > at->end - at->offset)
    {
      rows_bad (at, "more rows than its size has room for");
      return NULL;
    }
  const unsigned char *p = at->source->sites + at->offset;
  at->offset += size;
  return p;
}

static bool
rows_read_inlines (struct rows *rows, struct rows_cursor *at, uint32_t count)
{
  bool swap = at->source->swap;
  for (; count > 0; count--)
    {
      const unsigned char *p
	= rows_take (at, sizeof (struct cgprof_inline_row));
      if (!p)
	return false;
      rows->inlines = mem_grow (rows->inlines, &rows->inline_room,
				rows->inline_count + 1,
				sizeof *rows->inlines);
      struct rows_inline *level = &rows->inlines[rows->inline_count++];
      level->line = FIELD_32 (cgprof_inline_row, line);
      level->column = FIELD_32 (cgprof_inline_row, column);
      if (!rows_string (at, FIELD_32 (cgprof_inline_row, function),
			&level->function)
	  || !rows_string (at, FIELD_32 (cgprof_inline_row, file),
			   &level->file))
	return false;
    }
  return true;
}

static bool
rows_read_site (struct rows *rows, struct rows_cursor *at, uint32_t index)
{
  const struct rows_function *function = &rows->functions[index];
  bool swap = at->source->swap;
  const unsigned char *p = rows_take (at, sizeof (struct cgprof_site_row));
  if (!p)
    return false;

  struct rows_site site = { .function = index };
  site.callee_address = FIELD_64 (cgprof_site_row, callee_address);
  site.kind = p[offsetof (struct cgprof_site_row, kind)];
  site.flags = p[offsetof (struct cgprof_site_row, flags)];
  site.scope = p[offsetof (struct cgprof_site_row, scope)];
  site.line = FIELD_32 (cgprof_site_row, line);
  site.column = FIELD_32 (cgprof_site_row, column);
  site.inlined = FIELD_32 (cgprof_site_row, inlined);
  site.inlines = rows->inline_count;

  uint32_t word = FIELD_32 (cgprof_site_row, word);
  uint32_t words = site.kind == CGPROF_SITE_DIRECT ? 1 : CGPROF_SLOT_WORDS;
  if (word > function->words || words > function->words - word)
    return rows_bad (at, "a site counts outside its function's counters");
  site.word = function->word + word;
  if (site.kind > CGPROF_SITE_VIRTUAL)
    return rows_bad (at, "a site is of no known kind");
  if (site.scope > CGPROF_SCOPE_ADDRESS)
    return rows_bad (at, "a site is of no known scope");
  if (!rows_string (at, FIELD_32 (cgprof_site_row, callee), &site.callee)
      || !rows_string (at, FIELD_32 (cgprof_site_row, file), &site.file))
    return false;
  if (site.kind != CGPROF_SITE_DIRECT)
    site.callee = NULL;
  else if (!site.callee && site.scope != CGPROF_SCOPE_ADDRESS)
    return rows_bad (at, "a direct site names no callee");

  rows->sites = mem_grow (rows->sites, &rows->site_room,
			  rows->site_count + 1, sizeof *rows->sites);
  rows->sites[rows->site_count++] = site;
  return rows_read_inlines (rows, at, site.inlined);
}

/* Read the row for advice at AT, of FUNCTION, whose number is INDEX.  */

static bool
rows_read_advice (struct rows *rows, struct rows_cursor *at,
		  const struct rows_function *function, uint32_t index)
{
  bool swap = at->source->swap;
  const unsigned char *p = rows_take (at, sizeof (struct cgprof_advice_row));
  if (!p)
    return false;
  struct rows_advice advice = {
    .function = index,
    .within = index == UINT32_MAX ? function->name : NULL,
    .kind = FIELD_16 (cgprof_advice_row, kind),
    .flags = FIELD_16 (cgprof_advice_row, flags),
    .words = p[offsetof (struct cgprof_advice_row, words)],
    .sums = p[offsetof (struct cgprof_advice_row, sums)],
    .maxima = p[offsetof (struct cgprof_advice_row, maxima)],
    .line = FIELD_32 (cgprof_advice_row, line),
    .column = FIELD_32 (cgprof_advice_row, column),
    .inlined = FIELD_32 (cgprof_advice_row, inlined),
    .inlines = rows->inline_count
  };
  uint32_t word = FIELD_32 (cgprof_advice_row, word);
  if (word > function->words || advice.words > function->words - word)
    return rows_bad (at, "a record lies outside its function's counters");
  if (advice.sums + advice.maxima > advice.words)
    return rows_bad (at, "a record has more sums and maxima than words");
  advice.word = function->word + word;
  if (!rows_string (at, FIELD_32 (cgprof_advice_row, callee),
		    &advice.callee)
      || !rows_string (at, FIELD_32 (cgprof_advice_row, object),
		       &advice.object)
      || !rows_string (at, FIELD_32 (cgprof_advice_row, detail),
		       &advice.detail)
      || !rows_string (at, FIELD_32 (cgprof_advice_row, file),
		       &advice.file))
    return false;
  rows->advice = mem_grow (rows->advice, &rows->advice_room,
			   rows->advice_count + 1, sizeof *rows->advice);
  rows->advice[rows->advice_count++] = advice;
  return rows_read_inlines (rows, at, advice.inlined);
}

/* Read all of them that FUNCTION has.  */

static bool
rows_read_all_advice (struct rows *rows, struct rows_cursor *at,
		      const struct rows_function *function, uint32_t index)
{
  if (!(function->flags & CGPROF_FUNCTION_ADVICE))
    return true;
  const unsigned char *p = rows_take (at, 2 * sizeof (uint32_t));
  if (!p)
    return false;
  for (uint32_t i = bytes_32 (p, at->source->swap); i > 0; i--)
    if (!rows_read_advice (rows, at, function, index))
      return false;
  return true;
}

/* Read the rows of one function; AT->END is that of the section.  */

static bool
rows_read_function (struct rows *rows, struct rows_cursor *at)
{
  const struct rows_source *source = at->source;
  bool swap = source->swap;
  size_t left = at->end - at->offset;
  const unsigned char *p = source->sites + at->offset;
  at->row = at->offset;
  if (left < sizeof (struct cgprof_function_row))
    return rows_bad (at, "the section ends in it");
  uint32_t size = FIELD_32 (cgprof_function_row, size);
  if (size < sizeof (struct cgprof_function_row) || size % 8 != 0
      || size > left)
    return rows_bad (at, "its size is wrong");
  if (FIELD_16 (cgprof_function_row, abi) != CGPROF_ABI_VERSION)
    return diag_error (source->file, "%s: row at offset 0x%zx is of "
		       "version %u, expected %u", CGPROF_SECTION_SITES,
		       at->row, FIELD_16 (cgprof_function_row, abi),
		       CGPROF_ABI_VERSION);
  at->end = at->offset + size;
  rows_take (at, sizeof (struct cgprof_function_row));

  struct rows_function function = { 0 };
  function.address = FIELD_64 (cgprof_function_row, address);
  function.words = FIELD_32 (cgprof_function_row, words);
  function.flags = FIELD_16 (cgprof_function_row, flags);
  function.line = FIELD_32 (cgprof_function_row, line);
  function.site_count = FIELD_32 (cgprof_function_row, sites);
  function.alias_count = FIELD_32 (cgprof_function_row, aliases);
  function.sites = rows->site_count;
  function.aliases = rows->alias_count;

  /* The linker dropped the function and resolved its address to 0.  */
  if (function.address == 0 && !(function.flags & CGPROF_FUNCTION_RECORDS))
    {
      at->offset = at->end;
      return true;
    }

  if (function.address == UINT64_MAX)
    return rows_bad (at, "its address is wrong");
  uint64_t counters = FIELD_64 (cgprof_function_row, counters);
  uint64_t distance = counters - source->counters;
  if (function.words > 0
      && (distance % 8 != 0 || distance > source->counters_size
	  || function.words > (source->counters_size - distance) / 8))
    return rows_bad (at, "its counters lie outside "
		     CGPROF_SECTION_COUNTERS);
  if ((function.flags & CGPROF_FUNCTION_ENTRY) && function.words == 0)
    return rows_bad (at, "it counts entries but has no counter");
  function.word = distance / 8;
  if (!rows_string (at, FIELD_32 (cgprof_function_row, name),
		    &function.name)
      || !rows_string (at, FIELD_32 (cgprof_function_row, source_name),
		       &function.source_name)
      || !rows_string (at, FIELD_32 (cgprof_function_row, directory),
		       &function.directory)
      || !rows_string (at, FIELD_32 (cgprof_function_row, file),
		       &function.file))
    return false;
  if (!function.name)
    return rows_bad (at, "it has no name");
  if (function.flags & CGPROF_FUNCTION_RECORDS)
    {
      if (!rows_read_all_advice (rows, at, &function, UINT32_MAX))
	return false;
      at->offset = at->end;
      return true;
    }

  for (uint32_t i = 0; i < function.alias_count; i++)
    {
      p = rows_take (at, sizeof (uint64_t));
      if (!p)
	return false;
      rows->aliases = mem_grow (rows->aliases, &rows->alias_room,
				rows->alias_count + 1,
				sizeof *rows->aliases);
      rows->aliases[rows->alias_count++] = bytes_64 (p, swap);
    }

  uint32_t index = rows->function_count;
  rows->functions = mem_grow (rows->functions, &rows->function_room,
			      rows->function_count + 1,
			      sizeof *rows->functions);
  rows->functions[rows->function_count++] = function;
  for (uint32_t i = 0; i < function.site_count; i++)
    if (!rows_read_site (rows, at, index))
      return false;
  if (!rows_read_all_advice (rows, at, &function, index))
    return false;
  at->offset = at->end;
  return true;
}

/* The sites whose order rows_compare_words tells.  */
static const struct rows_site *rows_sorting;

static int
rows_compare_words (const void *a, const void *b)
{
  uint64_t x = rows_sorting[*(const uint32_t *) a].word;
  uint64_t y = rows_sorting[*(const uint32_t *) b].word;
  return x < y ? -1 : x > y;
}

bool
rows_read (struct rows *rows, const struct rows_source *source)
{
  struct rows_cursor at = { .source = source };
  while (at.offset < source->sites_size)
    {
      at.end = source->sites_size;

      /* Between object files the linker may have aligned with zeros.  */
      if (at.end - at.offset >= 4
	  && bytes_32 (source->sites + at.offset, false) == 0)
	{
	  at.offset += at.end - at.offset >= 8 ? 8 : at.end - at.offset;
	  continue;
	}
      if (!rows_read_function (rows, &at))
	return false;
    }

  rows->by_word = mem_alloc (rows->site_count, sizeof *rows->by_word);
  for (size_t i = 0; i < rows->site_count; i++)
    if (rows->sites[i].kind != CGPROF_SITE_DIRECT)
      rows->by_word[rows->by_word_count++] = i;
  rows_sorting = rows->sites;
  qsort (rows->by_word, rows->by_word_count, sizeof *rows->by_word,
	 rows_compare_words);
  return true;
}

uint32_t
rows_find_word (const struct rows *rows, uint64_t word)
{
  size_t low = 0;
  size_t high = rows->by_word_count;
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      if (rows->sites[rows->by_word[middle]].word < word)
	low = middle + 1;
      else
	high = middle;
    }
  if (low < rows->by_word_count
      && rows->sites[rows->by_word[low]].word == word)
    return rows->by_word[low];
  return UINT32_MAX;
}

void
rows_free (struct rows *rows)
{
  free (rows->functions);
  free (rows->sites);
  free (rows->inlines);
  free (rows->aliases);
  free (rows->advice);
  free (rows->by_word);
  memset (rows, 0, sizeof *rows);
}
