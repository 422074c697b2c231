/* The tables that the plugin left in an image, decoded.

   Every number is checked before it is used: an image may be damaged, like
   any other input.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "elf/site-tables.h"
#include "base/bytes.h"
#include "base/diag.h"
#include "base/mem.h"

#include <cgprof/abi.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Where decoding is.  */
struct site_tables_cursor
{
  const struct site_tables_source *source;
  size_t row;			/* Offset of the function's rows.  */
  size_t offset;		/* Of what is read next.  */
  size_t end;			/* Of the function's rows.  */
  const unsigned char *callees;	/* The function's tables.  */
  uint32_t callee_count;
  const unsigned char *strings;
  uint32_t string_count;
};

static bool
site_tables_bad (const struct site_tables_cursor *at, const char *what)
{
  return diag_error (at->source->file,
		     "%s: bad row at offset 0x%zx: %s",
		     CGPROF_SECTION_SITES, at->row, what);
}

/* Take COUNT items of SIZE bytes of the function's rows.  */

static const unsigned char *
site_tables_take (struct site_tables_cursor *at, size_t count, size_t size)
{
  if (count > (at->end - at->offset) / size)
    {
      site_tables_bad (at, "more rows than its size has room for");
      return NULL;
    }
  const unsigned char *p = at->source->sites + at->offset;
  at->offset += count * size;
  return p;
}

static bool
site_tables_number (struct site_tables_cursor *at, uint32_t *number)
{
  *number = 0;
  for (unsigned shift = 0; ; shift += 7)
    {
      const unsigned char *p = site_tables_take (at, 1, 1);
      if (!p)
	return false;
      if (shift == 28 && *p > 15)
	return site_tables_bad (at, "a number has more than 32 bits");
      *number |= (uint32_t) (*p & 0x7f) << shift;
      if (*p < 0x80)
	return true;
    }
}

/* Read a distance FROM a number into *TO.  */

static bool
site_tables_distance (struct site_tables_cursor *at, uint32_t from,
		      uint32_t *to)
{
  uint32_t distance;
  if (!site_tables_number (at, &distance))
    return false;
  *to = from + (distance & 1 ? ~(distance >> 1) : distance >> 1);
  return true;
}

/* Set *STRING to the string INDEX of the function's table, NULL if it is
   empty, which says that there is none.  Offset 0 is like any other: the
   linker sorts the strings, and may put a name there.  */

static bool
site_tables_get_string (const struct site_tables_cursor *at, uint32_t index,
			const char **string)
{
  const struct site_tables_source *source = at->source;
  *string = NULL;
  if (index == 0)
    return true;
  if (index > at->string_count)
    return site_tables_bad (at, "a name is not in its table");
  uint32_t offset = bytes_32 (at->strings + (index - 1) * sizeof offset,
			      source->swap);
  if (offset == 0 && source->strings_size == 0)
    return true;
  if (offset >= source->strings_size
      || !memchr (source->strings + offset, 0,
		  source->strings_size - offset))
    return site_tables_bad (at, "name lies outside " CGPROF_SECTION_STRINGS);
  if (source->strings[offset])
    *string = source->strings + offset;
  return true;
}

/* Read the number of a string and set *STRING to it.  */

static bool
site_tables_string (struct site_tables_cursor *at, const char **string)
{
  uint32_t index;
  return site_tables_number (at, &index)
    && site_tables_get_string (at, index, string);
}

static void
site_tables_add_inline (struct site_tables *rows,
			const struct site_tables_inline *level)
{
  rows->inlines = mem_grow (rows->inlines, &rows->inline_room,
			    rows->inline_count + 1, sizeof *rows->inlines);
  rows->inlines[rows->inline_count++] = *level;
}

/* Read COUNT levels of inlining into the function at LINE.  */

static bool
site_tables_read_inlines (struct site_tables *rows,
			  struct site_tables_cursor *at, uint32_t line,
			  uint32_t count)
{
  for (; count > 0; count--)
    {
      struct site_tables_inline level;
      if (!site_tables_string (at, &level.function)
	  || !site_tables_string (at, &level.file)
	  || !site_tables_distance (at, line, &level.line)
	  || !site_tables_number (at, &level.column))
	return false;
      site_tables_add_inline (rows, &level);
    }
  return true;
}

/* Read the levels of SITE, which follows LAST, in the function at LINE.  */

static bool
site_tables_read_site_inlines (struct site_tables *rows,
			       struct site_tables_cursor *at, uint32_t line,
			       const struct site_tables_site *last,
			       struct site_tables_site *site)
{
  uint32_t own, kept;
  if (!site_tables_number (at, &own) || !site_tables_number (at, &kept))
    return false;
  if (kept > last->inlined || kept > CGPROF_INLINES_KEPT)
    return site_tables_bad (at,
			    "a site keeps levels that the last one has not");
  if (!site_tables_read_inlines (rows, at, line, own))
    return false;
  for (uint32_t i = last->inlined - kept; i < last->inlined; i++)
    {
      struct site_tables_inline level = rows->inlines[last->inlines + i];
      site_tables_add_inline (rows, &level);
    }
  site->inlined = own + kept;
  return true;
}

/* Read what the site's HEAD says is there of callee, word and file.  */

static bool
site_tables_read_head (struct site_tables_cursor *at, unsigned head,
		       uint32_t *word, struct site_tables_site *site)
{
  uint32_t index = 0;
  switch (head & CGPROF_HEAD_KIND)
    {
    case CGPROF_HEAD_GLOBAL:
    case CGPROF_HEAD_MODULE:
    case CGPROF_HEAD_ADDRESS:
      site->kind = CGPROF_SITE_DIRECT;
      site->scope = (head & CGPROF_HEAD_KIND) == CGPROF_HEAD_GLOBAL
	? CGPROF_SCOPE_GLOBAL
	: (head & CGPROF_HEAD_KIND) == CGPROF_HEAD_MODULE
	? CGPROF_SCOPE_MODULE : CGPROF_SCOPE_ADDRESS;
      if (!site_tables_string (at, &site->callee))
	return false;
      break;
    case CGPROF_HEAD_INDIRECT:
      site->kind = CGPROF_SITE_INDIRECT;
      break;
    case CGPROF_HEAD_VIRTUAL:
      site->kind = CGPROF_SITE_VIRTUAL;
      break;
    default:
      return site_tables_bad (at, "a site is of no known kind");
    }
  if (site->scope == CGPROF_SCOPE_ADDRESS)
    {
      if (!site_tables_number (at, &index))
	return false;
      if (index > at->callee_count)
	return site_tables_bad (at, "a callee is not in its table");
      if (index > 0)
	site->callee_address = bytes_64 (at->callees + (index - 1) * 8,
					 at->source->swap)
			       & at->source->code_mask;
    }
  else if (site->kind == CGPROF_SITE_DIRECT && !site->callee)
    return site_tables_bad (at, "a direct site names no callee");
  if ((head & CGPROF_HEAD_WORD) && !site_tables_number (at, word))
    return false;
  return !(head & CGPROF_HEAD_FILE) || site_tables_string (at, &site->file);
}

/* Read what stands before a site of FUNCTION about its bytes, behind the head
   that says so.  */

static bool
site_tables_read_bytes (struct site_tables_cursor *at,
			const struct site_tables_function *function,
			struct site_tables_site *site)
{
  uint32_t kind, value;
  if (!site_tables_number (at, &kind) || !site_tables_number (at, &value))
    return false;
  site->bytes_constant = kind & 1;
  if (kind / 2 >= CGPROF_BYTES_KINDS)
    return site_tables_bad (at, "bytes are of no known kind");
  site->bytes_kind = kind / 2;
  if (!site->bytes_constant && value >= function->words)
    return site_tables_bad (at, "bytes are summed up outside the function's "
			    "counters");
  site->bytes = site->bytes_constant ? value : function->word + value;
  return true;
}

/* Read the site at AT of the function with number INDEX.  *NEXT is its word
   unless it tells another, LAST the site before it.  Set both for the one
   behind it.  */

static bool
site_tables_read_site (struct site_tables *rows, struct site_tables_cursor *at,
		       uint32_t index, uint32_t *next,
		       struct site_tables_site *last)
{
  const struct site_tables_function *function = &rows->functions[index];
  const unsigned char *head = site_tables_take (at, 1, 1);
  if (!head)
    return false;

  struct site_tables_site site = {
    .function = index,
    .file = function->file,
    .inlines = rows->inline_count
  };
  if (*head == CGPROF_HEAD_BYTES
      && (!site_tables_read_bytes (at, function, &site)
	  || !(head = site_tables_take (at, 1, 1))))
    return false;
  site.flags = *head / CGPROF_HEAD_FLAGS % 4;
  uint32_t word = *next;
  if (!site_tables_read_head (at, *head, &word, &site)
      || !site_tables_distance (at, last->line, &site.line)
      || !site_tables_number (at, &site.column))
    return false;
  uint32_t words = site.kind == CGPROF_SITE_DIRECT ? 1 : CGPROF_SLOT_WORDS;
  if (word > function->words || words > function->words - word)
    return site_tables_bad (at,
			    "a site counts outside its function's counters");
  site.word = function->word + word;
  *next = word + words;
  if ((*head & CGPROF_HEAD_INLINED)
      && !site_tables_read_site_inlines (rows, at, function->line, last,
					 &site))
    return false;

  rows->sites = mem_grow (rows->sites, &rows->site_room,
			  rows->site_count + 1, sizeof *rows->sites);
  rows->sites[rows->site_count++] = site;
  *last = site;
  return true;
}

/* Read the row for advice at AT, of FUNCTION, whose number is INDEX.  */

static bool
site_tables_read_advice (struct site_tables *rows,
			 struct site_tables_cursor *at,
			 const struct site_tables_function *function,
			 uint32_t index)
{
  struct site_tables_advice advice = {
    .function = index,
    .within = index == UINT32_MAX ? function->name : NULL,
    .inlines = rows->inline_count
  };
  uint32_t kind, flags, word;
  if (!site_tables_number (at, &kind) || !site_tables_number (at, &flags)
      || !site_tables_number (at, &word))
    return false;
  const unsigned char *p = site_tables_take (at, 3, 1);
  if (!p)
    return false;
  if (kind > UINT16_MAX || flags > UINT16_MAX)
    return site_tables_bad (at, "a record is of no known kind");
  advice.kind = kind;
  advice.flags = flags;
  advice.words = p[0];
  advice.sums = p[1];
  advice.maxima = p[2];
  if (word > function->words || advice.words > function->words - word)
    return site_tables_bad (at,
			    "a record lies outside its function's counters");
  if (advice.sums + advice.maxima > advice.words)
    return site_tables_bad (at,
			    "a record has more sums and maxima than words");
  advice.word = function->word + word;
  if (!site_tables_string (at, &advice.callee)
      || !site_tables_string (at, &advice.object)
      || !site_tables_string (at, &advice.detail)
      || !site_tables_string (at, &advice.file)
      || !site_tables_distance (at, function->line, &advice.line)
      || !site_tables_number (at, &advice.column)
      || !site_tables_number (at, &advice.inlined))
    return false;
  rows->advice = mem_grow (rows->advice, &rows->advice_room,
			   rows->advice_count + 1, sizeof *rows->advice);
  rows->advice[rows->advice_count++] = advice;
  return site_tables_read_inlines (rows, at, function->line, advice.inlined);
}

/* Read all of them that FUNCTION has.  */

static bool
site_tables_read_all_advice (struct site_tables *rows,
			     struct site_tables_cursor *at,
			     const struct site_tables_function *function,
			     uint32_t index)
{
  uint32_t count;
  if (!(function->flags & CGPROF_FUNCTION_ADVICE))
    return true;
  if (!site_tables_number (at, &count))
    return false;
  for (; count > 0; count--)
    if (!site_tables_read_advice (rows, at, function, index))
      return false;
  return true;
}

/* Read what is known of FUNCTION before its sites, and the tables, of which
   the aliases begin at *ALIASES.  */

static bool
site_tables_read_tables (struct site_tables_cursor *at,
			 struct site_tables_function *function,
			 const unsigned char **aliases)
{
  bool swap = at->source->swap;
  uint32_t flags;
  const unsigned char *p = site_tables_take (at, 2, 8);
  if (!p)
    return false;
  function->address = bytes_64 (p, swap);
  uint64_t distance = bytes_64 (p + 8, swap) - at->source->counters;
  if (!site_tables_number (at, &flags)
      || !site_tables_number (at, &function->words)
      || !site_tables_number (at, &function->line)
      || !site_tables_number (at, &function->alias_count)
      || !site_tables_number (at, &at->callee_count)
      || !site_tables_number (at, &at->string_count)
      || !site_tables_number (at, &function->site_count))
    return false;
  *aliases = site_tables_take (at, function->alias_count, 8);
  at->callees = *aliases ? site_tables_take (at, at->callee_count, 8) : NULL;
  at->strings
    = at->callees ? site_tables_take (at, at->string_count, 4) : NULL;
  if (!at->strings)
    return false;
  function->flags = flags;

  /* The linker dropped the function and resolved its address to 0.  */
  if (function->address == 0 && !(flags & CGPROF_FUNCTION_RECORDS))
    return true;

  if (function->address == UINT64_MAX)
    return site_tables_bad (at, "its address is wrong");
  function->address &= at->source->code_mask;
  if (function->words > 0
      && (distance % 8 != 0 || distance > at->source->counters_size
	  || function->words > (at->source->counters_size - distance) / 8))
    return site_tables_bad (at, "its counters lie outside "
			    CGPROF_SECTION_COUNTERS);
  if ((flags & CGPROF_FUNCTION_ENTRY) && function->words == 0)
    return site_tables_bad (at, "it counts entries but has no counter");
  function->word = distance / 8;
  if (!site_tables_get_string (at, CGPROF_STRING_NAME, &function->name)
      || !site_tables_get_string (at, CGPROF_STRING_DIRECTORY,
				  &function->directory)
      || !site_tables_get_string (at, CGPROF_STRING_FILE, &function->file)
      || ((flags & CGPROF_FUNCTION_CLONE)
	  && !site_tables_get_string (at, CGPROF_STRING_SOURCE,
				      &function->source_name)))
    return false;
  return function->name || site_tables_bad (at, "it has no name");
}

/* Read the rows of one function; AT->END is that of the section.  */

static bool
site_tables_read_function (struct site_tables *rows,
			   struct site_tables_cursor *at)
{
  const struct site_tables_source *source = at->source;
  unsigned version = source->sites[at->offset];
  uint32_t size;
  at->row = at->offset++;
  /* In version 1 this was a number's low byte, a multiple of 8.  */
  if (version != CGPROF_ABI_VERSION)
    return diag_error (source->file, "%s: row at offset 0x%zx is of "
		       "version %u, expected %u", CGPROF_SECTION_SITES,
		       at->row, version % 8 == 0 ? 1 : version,
		       CGPROF_ABI_VERSION);
  if (!site_tables_number (at, &size))
    return false;
  if (size > at->end - at->offset)
    return site_tables_bad (at, "its size is wrong");
  at->end = at->offset + size;

  struct site_tables_function function = {
    .sites = rows->site_count, .aliases = rows->alias_count
  };
  const unsigned char *aliases;
  if (!site_tables_read_tables (at, &function, &aliases))
    return false;
  if (function.flags & CGPROF_FUNCTION_RECORDS)
    return site_tables_read_all_advice (rows, at, &function, UINT32_MAX);
  if (function.address == 0)
    return true;

  for (uint32_t i = 0; i < function.alias_count; i++)
    {
      rows->aliases = mem_grow (rows->aliases, &rows->alias_room,
				rows->alias_count + 1,
				sizeof *rows->aliases);
      rows->aliases[rows->alias_count++]
	= bytes_64 (aliases + (size_t) i * 8, source->swap)
	  & source->code_mask;
    }

  uint32_t index = rows->function_count;
  rows->functions = mem_grow (rows->functions, &rows->function_room,
			      rows->function_count + 1,
			      sizeof *rows->functions);
  rows->functions[rows->function_count++] = function;
  struct site_tables_site last = { .line = function.line };
  uint32_t next = (function.flags & CGPROF_FUNCTION_ENTRY) != 0;
  for (uint32_t i = 0; i < function.site_count; i++)
    if (!site_tables_read_site (rows, at, index, &next, &last))
      return false;
  return site_tables_read_all_advice (rows, at, &function, index);
}

/* The sites whose order site_tables_compare_words tells.  */
static const struct site_tables_site *site_tables_sorting;

static int
site_tables_compare_words (const void *a, const void *b)
{
  uint64_t x = site_tables_sorting[*(const uint32_t *) a].word;
  uint64_t y = site_tables_sorting[*(const uint32_t *) b].word;
  return x < y ? -1 : x > y;
}

bool
site_tables_read (struct site_tables *rows,
		  const struct site_tables_source *source)
{
  struct site_tables_cursor at = { .source = source };
  while (at.offset < source->sites_size)
    {
      at.end = source->sites_size;

      /* Between object files the linker may have aligned with zeros.  */
      if (source->sites[at.offset] == 0)
	{
	  at.offset++;
	  continue;
	}
      if (!site_tables_read_function (rows, &at))
	return false;
      at.offset = at.end;
    }

  rows->by_word = mem_alloc (rows->site_count, sizeof *rows->by_word);
  for (size_t i = 0; i < rows->site_count; i++)
    if (rows->sites[i].kind != CGPROF_SITE_DIRECT)
      rows->by_word[rows->by_word_count++] = i;
  site_tables_sorting = rows->sites;
  qsort (rows->by_word, rows->by_word_count, sizeof *rows->by_word,
	 site_tables_compare_words);
  return true;
}

uint32_t
site_tables_find_word (const struct site_tables *rows, uint64_t word)
{
  size_t low = 0;
  size_t high = rows->by_word_count;
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      if (rows->sites[rows->by_word[middle]].word <= word)
	low = middle + 1;
      else
	high = middle;
    }
  if (low > 0
      && word - rows->sites[rows->by_word[low - 1]].word < CGPROF_SLOT_WORDS)
    return rows->by_word[low - 1];
  return UINT32_MAX;
}

void
site_tables_free (struct site_tables *rows)
{
  free (rows->functions);
  free (rows->sites);
  free (rows->inlines);
  free (rows->aliases);
  free (rows->advice);
  free (rows->by_word);
  memset (rows, 0, sizeof *rows);
}
