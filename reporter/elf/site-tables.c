/* The tables that the plugin left in an image, decoded.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "elf/site-tables.h"
#include "elf/row-cursor.h"
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
  struct row_cursor rows;
  const unsigned char *callees;	/* The function's tables.  */
  uint32_t callee_count;
  const unsigned char *strings;
  uint32_t string_count;
};

/* Read a distance FROM a number into *TO.  */

static bool
site_tables_distance (struct site_tables_cursor *at, uint32_t from,
		      uint32_t *to)
{
  uint32_t distance;
  if (!row_cursor_number (&at->rows, &distance))
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
    return row_cursor_bad (&at->rows, "a name is not in its table");
  uint32_t offset = bytes_32 (at->strings + (index - 1) * sizeof offset,
			      source->swap);
  if (offset == 0 && source->strings_size == 0)
    return true;
  if (offset >= source->strings_size
      || !memchr (source->strings + offset, 0,
		  source->strings_size - offset))
    return row_cursor_bad (&at->rows,
			   "name lies outside " CGPROF_SECTION_STRINGS);
  if (source->strings[offset])
    *string = source->strings + offset;
  return true;
}

/* Read the number of a string and set *STRING to it.  */

static bool
site_tables_string (struct site_tables_cursor *at, const char **string)
{
  uint32_t index;
  return row_cursor_number (&at->rows, &index)
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
	  || !row_cursor_number (&at->rows, &level.column))
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
  if (!row_cursor_number (&at->rows, &own)
      || !row_cursor_number (&at->rows, &kept))
    return false;
  if (kept > last->inlined || kept > CGPROF_INLINES_KEPT)
    return row_cursor_bad (&at->rows,
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

/* Where the callee of a direct site with the head KIND is to be looked
   for.  */

static enum cgprof_scope
site_tables_scope (unsigned kind)
{
  return kind == CGPROF_HEAD_GLOBAL ? CGPROF_SCOPE_GLOBAL
    : kind == CGPROF_HEAD_MODULE || kind == CGPROF_HEAD_LOCAL_MODULE
    ? CGPROF_SCOPE_MODULE : CGPROF_SCOPE_ADDRESS;
}

/* Read what the site's HEAD says is there of callee, word and file.  */

static bool
site_tables_read_head (struct site_tables_cursor *at, unsigned head,
		       uint32_t *word, struct site_tables_site *site)
{
  uint32_t index = 0;
  switch (head & CGPROF_HEAD_KIND)
    {
    case CGPROF_HEAD_LOCAL_MODULE:
    case CGPROF_HEAD_LOCAL_ADDRESS:
      site->local = true;
      /* fallthrough */
    case CGPROF_HEAD_GLOBAL:
    case CGPROF_HEAD_MODULE:
    case CGPROF_HEAD_ADDRESS:
      site->kind = CGPROF_SITE_DIRECT;
      site->scope = site_tables_scope (head & CGPROF_HEAD_KIND);
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
      return row_cursor_bad (&at->rows, "a site is of no known kind");
    }
  if (site->scope == CGPROF_SCOPE_ADDRESS)
    {
      if (!row_cursor_number (&at->rows, &index))
	return false;
      if (index > at->callee_count)
	return row_cursor_bad (&at->rows, "a callee is not in its table");
      if (index > 0)
	site->callee_address = bytes_64 (at->callees + (index - 1) * 8,
					 at->source->swap)
			       & at->source->code_mask;
    }
  else if (site->kind == CGPROF_SITE_DIRECT && !site->callee)
    return row_cursor_bad (&at->rows, "a direct site names no callee");
  if ((head & CGPROF_HEAD_WORD) && !row_cursor_number (&at->rows, word))
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
  if (!row_cursor_number (&at->rows, &kind)
      || !row_cursor_number (&at->rows, &value))
    return false;
  site->bytes_constant = kind & 1;
  if (kind / 2 >= CGPROF_BYTES_KINDS)
    return row_cursor_bad (&at->rows, "bytes are of no known kind");
  site->bytes_kind = kind / 2;
  if (!site->bytes_constant && value >= function->words)
    return row_cursor_bad (&at->rows, "bytes are summed up outside the "
			    "function's counters");
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
  const unsigned char *head = row_cursor_take (&at->rows, 1, 1);
  if (!head)
    return false;

  struct site_tables_site site = {
    .function = index,
    .file = function->file,
    .inlines = rows->inline_count
  };
  if (*head == CGPROF_HEAD_BYTES
      && (!site_tables_read_bytes (at, function, &site)
	  || !(head = row_cursor_take (&at->rows, 1, 1))))
    return false;
  site.flags = *head / CGPROF_HEAD_FLAGS % 4;
  uint32_t word = *next;
  if (!site_tables_read_head (at, *head, &word, &site)
      || !site_tables_distance (at, last->line, &site.line)
      || !row_cursor_number (&at->rows, &site.column))
    return false;
  uint32_t words = site.kind == CGPROF_SITE_DIRECT ? 1 : CGPROF_SLOT_WORDS;
  if (word > function->words || words > function->words - word)
    return row_cursor_bad (&at->rows,
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
  if (!row_cursor_number (&at->rows, &kind)
      || !row_cursor_number (&at->rows, &flags)
      || !row_cursor_number (&at->rows, &word))
    return false;
  const unsigned char *p = row_cursor_take (&at->rows, 3, 1);
  if (!p)
    return false;
  if (kind > UINT16_MAX || flags > UINT16_MAX)
    return row_cursor_bad (&at->rows, "a record is of no known kind");
  advice.kind = kind;
  advice.flags = flags;
  advice.words = p[0];
  advice.sums = p[1];
  advice.maxima = p[2];
  if (word > function->words || advice.words > function->words - word)
    return row_cursor_bad (&at->rows,
			    "a record lies outside its function's counters");
  if (advice.sums + advice.maxima > advice.words)
    return row_cursor_bad (&at->rows,
			    "a record has more sums and maxima than words");
  advice.word = function->word + word;
  if (!site_tables_string (at, &advice.callee)
      || !site_tables_string (at, &advice.object)
      || !site_tables_string (at, &advice.detail)
      || !site_tables_string (at, &advice.file)
      || !site_tables_distance (at, function->line, &advice.line)
      || !row_cursor_number (&at->rows, &advice.column)
      || !row_cursor_number (&at->rows, &advice.inlined))
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
  if (!row_cursor_number (&at->rows, &count))
    return false;
  for (; count > 0; count--)
    if (!site_tables_read_advice (rows, at, function, index))
      return false;
  return true;
}

/* Read a call that was inlined in FUNCTION.  *LAST is the one before it; set
   it for the one behind.  */

static bool
site_tables_read_inlined_call (struct site_tables *rows,
			       struct site_tables_cursor *at,
			       const struct site_tables_function *function,
			       struct site_tables_site *last)
{
  struct site_tables_inlined_call call = { .pieces = rows->piece_count };
  if (!row_cursor_number (&at->rows, &call.piece_count))
    return false;
  for (uint32_t i = 0; i < call.piece_count; i++)
    {
      uint32_t piece;
      if (!row_cursor_number (&at->rows, &piece))
	return false;
      rows->pieces = mem_grow (rows->pieces, &rows->piece_room,
			       rows->piece_count + 1, sizeof *rows->pieces);
      rows->pieces[rows->piece_count++] = piece;
    }

  /* Room for the call itself.  */
  call.inlines = rows->inline_count;
  site_tables_add_inline (rows, &(struct site_tables_inline) { .line = 0 });
  struct site_tables_site site = {
    .file = function->file, .inlines = rows->inline_count
  };
  const unsigned char *head = row_cursor_take (&at->rows, 1, 1);
  uint32_t word = 0;
  if (!head)
    return false;
  if (!site_tables_read_head (at, *head, &word, &site)
      || !site_tables_distance (at, last->line, &site.line)
      || !row_cursor_number (&at->rows, &site.column)
      || ((*head & CGPROF_HEAD_INLINED)
	  && !site_tables_read_site_inlines (rows, at, function->line, last,
					     &site)))
    return false;
  rows->inlines[call.inlines] = (struct site_tables_inline) {
    .function = site.callee, .file = site.file, .line = site.line,
    .column = site.column
  };
  call.inlined = 1 + site.inlined;
  rows->inlined_calls
    = mem_grow (rows->inlined_calls, &rows->inlined_call_room,
		rows->inlined_call_count + 1, sizeof *rows->inlined_calls);
  rows->inlined_calls[rows->inlined_call_count++] = call;
  *last = site;
  return true;
}

/* Read all of them that the function with number INDEX has.  */

static bool
site_tables_read_inlined_calls (struct site_tables *rows,
				struct site_tables_cursor *at, uint32_t index)
{
  struct site_tables_function *function = &rows->functions[index];
  struct site_tables_site last = { .line = function->line };
  function->inlined_calls = rows->inlined_call_count;
  if (!(function->flags & CGPROF_FUNCTION_INLINED))
    return true;
  if (!row_cursor_number (&at->rows, &function->inlined_call_count))
    return false;
  for (uint32_t i = 0; i < function->inlined_call_count; i++)
    if (!site_tables_read_inlined_call (rows, at, function, &last))
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
  const unsigned char *p = row_cursor_take (&at->rows, 2, 8);
  if (!p)
    return false;
  function->address = bytes_64 (p, swap);
  uint64_t distance = bytes_64 (p + 8, swap) - at->source->counters;
  if (!row_cursor_number (&at->rows, &flags)
      || !row_cursor_number (&at->rows, &function->words)
      || !row_cursor_number (&at->rows, &function->line)
      || !row_cursor_number (&at->rows, &function->alias_count)
      || !row_cursor_number (&at->rows, &at->callee_count)
      || !row_cursor_number (&at->rows, &at->string_count)
      || !row_cursor_number (&at->rows, &function->site_count))
    return false;
  *aliases = row_cursor_take (&at->rows, function->alias_count, 8);
  at->callees
    = *aliases ? row_cursor_take (&at->rows, at->callee_count, 8) : NULL;
  at->strings
    = at->callees ? row_cursor_take (&at->rows, at->string_count, 4) : NULL;
  if (!at->strings)
    return false;
  function->flags = flags;

  /* The linker dropped the function and resolved its address to 0.  */
  if (function->address == 0 && !(flags & CGPROF_FUNCTION_RECORDS))
    return true;

  if (function->address == UINT64_MAX)
    return row_cursor_bad (&at->rows, "its address is wrong");
  function->address &= at->source->code_mask;
  if (function->words > 0
      && (distance % 8 != 0 || distance > at->source->counters_size
	  || function->words > (at->source->counters_size - distance) / 8))
    return row_cursor_bad (&at->rows, "its counters lie outside "
			    CGPROF_SECTION_COUNTERS);
  if ((flags & CGPROF_FUNCTION_ENTRY) && function->words == 0)
    return row_cursor_bad (&at->rows, "it counts entries but has no counter");
  function->word = distance / 8;
  if (!site_tables_get_string (at, CGPROF_STRING_NAME, &function->name)
      || !site_tables_get_string (at, CGPROF_STRING_DIRECTORY,
				  &function->directory)
      || !site_tables_get_string (at, CGPROF_STRING_FILE, &function->file)
      || ((flags & CGPROF_FUNCTION_CLONE)
	  && !site_tables_get_string (at, CGPROF_STRING_SOURCE,
				      &function->source_name)))
    return false;
  return function->name || row_cursor_bad (&at->rows, "it has no name");
}

/* Read the rows of one function; AT->END is that of the section.  */

static bool
site_tables_read_function (struct site_tables *rows,
			   struct site_tables_cursor *at)
{
  const struct site_tables_source *source = at->source;
  if (!row_cursor_begin (&at->rows))
    return false;

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
  return site_tables_read_all_advice (rows, at, &function, index)
    && site_tables_read_inlined_calls (rows, at, index);
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
  struct site_tables_cursor at = {
    .source = source,
    .rows = {
      .file = source->file, .section = CGPROF_SECTION_SITES,
      .version = CGPROF_ABI_VERSION, .bytes = source->sites
    }
  };
  while (at.rows.offset < source->sites_size)
    {
      at.rows.end = source->sites_size;

      /* Between object files the linker may have aligned with zeros.  */
      if (source->sites[at.rows.offset] == 0)
	{
	  at.rows.offset++;
	  continue;
	}
      if (!site_tables_read_function (rows, &at))
	return false;
      at.rows.offset = at.rows.end;
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
  free (rows->inlined_calls);
  free (rows->pieces);
  free (rows->by_word);
  memset (rows, 0, sizeof *rows);
}
