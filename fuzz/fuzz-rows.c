/* Fuzz the decoder of the plugin's tables.  The first byte of the input
   chooses the byte order, the next two tell how much of the end is
   strings.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "elf/site-tables.h"

#include <cgprof/abi.h>

#include <stdlib.h>
#include <string.h>

/* Where the counters of the program in seed.c are, or near there.  */
#define FUZZ_COUNTERS 0x4000
#define FUZZ_COUNTERS_SIZE 0x1000

static size_t fuzz_sum;

static void
fuzz_use (const char *text)
{
  fuzz_sum += text ? strlen (text) : 0;
}

/* Look at all that ROWS says is there.  */

static void
fuzz_look (const struct site_tables *rows)
{
  for (size_t i = 0; i < rows->function_count; i++)
    {
      const struct site_tables_function *each = &rows->functions[i];
      fuzz_use (each->name);
      fuzz_use (each->source_name);
      fuzz_use (each->directory);
      fuzz_use (each->file);
      if (each->sites + (size_t) each->site_count > rows->site_count
	  || each->aliases + (size_t) each->alias_count > rows->alias_count
	  || (each->words > 0
	      && each->word + each->words > FUZZ_COUNTERS_SIZE / 8))
	abort ();
    }
  for (size_t i = 0; i < rows->site_count; i++)
    {
      const struct site_tables_site *each = &rows->sites[i];
      fuzz_use (each->callee);
      fuzz_use (each->file);
      if (each->function >= rows->function_count
	  || each->inlines + (size_t) each->inlined > rows->inline_count)
	abort ();
      uint32_t found = site_tables_find_word (rows, each->word);
      if (found != UINT32_MAX
	  && (found >= rows->site_count
	      || each->word - rows->sites[found].word >= CGPROF_SLOT_WORDS))
	abort ();
    }
  for (size_t i = 0; i < rows->inline_count; i++)
    {
      fuzz_use (rows->inlines[i].function);
      fuzz_use (rows->inlines[i].file);
    }
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  if (size < 3)
    return 0;

  /* Copies of their own, so that a byte too many is seen.  */
  size_t strings_size = data[1] | data[2] << 8;
  if (strings_size > size - 3)
    strings_size = size - 3;
  size_t sites_size = size - 3 - strings_size;
  unsigned char *sites = malloc (sites_size + (sites_size == 0));
  char *strings = malloc (strings_size + (strings_size == 0));
  memcpy (sites, data + 3, sites_size);
  memcpy (strings, data + 3 + sites_size, strings_size);
  struct site_tables_source source = {
    .file = "input", .sites = sites, .sites_size = sites_size,
    .strings = strings, .strings_size = strings_size,
    .counters = FUZZ_COUNTERS, .counters_size = FUZZ_COUNTERS_SIZE,
    .swap = data[0] & 1
  };
  struct site_tables rows = { 0 };
  if (site_tables_read (&rows, &source))
    fuzz_look (&rows);
  site_tables_free (&rows);
  free (sites);
  free (strings);
  return 0;
}
