/* The tables that the plugin left in an image: instrumented functions and
   their call sites (include/cgprof/abi.h), decoded.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ELF_SITE_TABLES_H
#define CGPROF_ELF_SITE_TABLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* In all rows a string is NULL if it is empty in the image, addresses are
   link-time ones, and WORD is the index of a counter in the image's section of
   counters, whose words have 8 bytes.  */

/* The row of an instrumented function.  */
struct site_tables_function
{
  uint64_t address;
  uint64_t word;		/* The first of its counters, */
  uint32_t words;		/* and how many they are.  */
  uint16_t flags;		/* enum cgprof_function_flag.  */
  const char *name;
  const char *source_name;
  const char *directory;
  const char *file;
  uint32_t line;
  uint32_t sites;		/* Index of the first of its call sites, */
  uint32_t site_count;		/* and how many they are.  */
  uint32_t aliases;		/* Index of the first of its aliases, */
  uint32_t alias_count;		/* and how many they are.  */
  uint32_t inlined_calls;	/* Likewise of calls that were inlined in
				   it.  */
  uint32_t inlined_call_count;
};

/* The row of a call site.  */
struct site_tables_site
{
  uint64_t callee_address;
  uint64_t word;		/* The first of its counters.  */
  uint32_t function;		/* Index of the caller's row.  */
  const char *callee;		/* Assembler name; NULL: not known.  */
  const char *file;
  uint32_t line;
  uint32_t column;
  uint32_t inlines;		/* Index of the first inlined call that it is
				   part of, */
  uint32_t inlined;		/* and how many they are.  */
  uint8_t kind;			/* enum cgprof_site_kind.  */
  uint8_t flags;		/* enum cgprof_site_flag.  */
  uint8_t scope;		/* enum cgprof_scope.  */
  uint8_t bytes_kind;		/* enum cgprof_bytes_kind.  */
  bool local;			/* Its calls enter by the callee's local entry
				   (enum cgprof_site_head).  */
  bool bytes_constant;		/* All its calls have BYTES bytes; else that is
				   the word of their sum.  */
  uint64_t bytes;
};

/* An inlined call: its callee, and where in the source it stands.  */
struct site_tables_inline
{
  const char *function;
  const char *file;
  uint32_t line;
  uint32_t column;
};

/* The row of a record for advice.  */
struct site_tables_advice
{
  uint64_t word;		/* The first of its words.  */
  uint32_t function;		/* Index of the row of the function that it
				   is in; UINT32_MAX: that has no row.  */
  const char *within;		/* Then its assembler name; else NULL.  */
  uint16_t kind;		/* enum cgprof_advice_kind.  */
  uint16_t flags;		/* enum cgprof_advice_flag.  */
  uint8_t words;		/* Number of all its words, */
  uint8_t sums;			/* of those that threads' copies add up, and */
  uint8_t maxima;		/* of those of which the largest counts.  */
  const char *callee;
  const char *object;
  const char *detail;
  const char *file;
  uint32_t line;
  uint32_t column;
  uint32_t inlines;		/* As a call site's.  */
  uint32_t inlined;
};

/* The row of a call that was inlined.  What is called, and where, is the first
   of its inlined calls; the others are those that it is part of.  */
struct site_tables_inlined_call
{
  uint32_t inlines;		/* As a call site's.  */
  uint32_t inlined;
  uint32_t pieces;		/* Index of the first piece of its function's
				   code that it begins in, */
  uint32_t piece_count;		/* and how many they are.  */
};

/* All rows of an image.  */
struct site_tables
{
  struct site_tables_function *functions;
  size_t function_count, function_room;
  struct site_tables_site *sites;
  size_t site_count, site_room;
  struct site_tables_inline *inlines;
  size_t inline_count, inline_room;
  uint64_t *aliases;
  size_t alias_count, alias_room;
  struct site_tables_advice *advice;
  size_t advice_count, advice_room;
  struct site_tables_inlined_call *inlined_calls;
  size_t inlined_call_count, inlined_call_room;
  uint32_t *pieces;		/* Numbers in their functions.  */
  size_t piece_count, piece_room;

  uint32_t *by_word;		/* Indices of indirect and virtual sites,
				   sorted by their words.  */
  size_t by_word_count;
};

/* The sections of an image that site_tables_read decodes, which must outlive
   the rows.  */
struct site_tables_source
{
  const char *file;		/* For messages.  */
  const unsigned char *sites;
  size_t sites_size;
  const char *strings;
  size_t strings_size;
  uint64_t counters;		/* Address of the section of counters, */
  uint64_t counters_size;	/* and its bytes.  */
  bool swap;			/* Byte order is not this machine's.  */
  uint64_t code_mask;		/* Of functions' addresses (image.h).  */
};

/* Decode SOURCE into ROWS, which the caller has zeroed and must free in any
   case.  Return false, with a message, if a row breaks the format.  Otherwise
   every index in ROWS is within its array and every string has an end.  */
bool site_tables_read (struct site_tables *rows,
		       const struct site_tables_source *source);

/* Return the index of the indirect or virtual site one of whose words is WORD;
   UINT32_MAX if there is none.  */
uint32_t site_tables_find_word (const struct site_tables *rows, uint64_t word);

void site_tables_free (struct site_tables *rows);

#endif /* CGPROF_ELF_SITE_TABLES_H */
