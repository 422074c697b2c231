/* gmon.out, for GNU gprof.

   SPDX-License-Identifier: MIT

   GNU's format, version 1: a header of 20 bytes, histogram records, arc
   records, all numbers packed and in link-time addresses of the program.
   gprof adds up records of the same range or arc, so what exceeds a bin's
   16 bits or an arc's 32 goes in further records.  */

#include "gmon.h"

#include <limits.h>
#include <link.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "adjust.h"
#include "counters.h"
#include "file.h"
#include "file-name.h"
#include "image.h"
#include "memory.h"
#include "message.h"
#include "modules.h"
#include "options.h"
#include "process.h"
#include "sys.h"
#include "table.h"
#include "threads.h"

#define VERSION 1
#define TAG_HISTOGRAM 0
#define TAG_ARC 1
#define BIN_BYTES 2		/* Of text for each bin.  */
#define MAX_BIN 0xffffu
#define MAX_ARC 0xffffffffu

/* Bins that are looked at together: a page of weights.  */
#define BLOCK 512

/* Bytes of gmon.out that are left out together if they are zero.  */
#define PIECE 4096

/* The histogram spans all of the program's code, so that gprof -s can add
   several runs; unless its bins took more than this.  */
#define MAX_HISTOGRAM ((uint64_t) 64 << 20)

/* Bytes to be written.  */
struct output
{
  unsigned char *data;
  uint64_t length;
  uint64_t capacity;
  int failed;			/* No memory.  */
};

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

/* What the writing of arcs goes by.  */
struct arcs
{
  struct output *output;
  struct cgrt_module *program;
  const struct cgrt_image *image;
  uint64_t *sums;		/* Of each counter word, over all copies.  */
  struct map names;		/* Global functions.  */
  struct map aliases;		/* Thunk or alias -> function.  */
};

/* Return LENGTH more bytes of OUTPUT, all zero, or NULL if there is no
   memory.  What nobody writes to costs none.  */

static unsigned char *
put_zeros (struct output *output, uint64_t length)
{
  if (output->failed)
    return NULL;
  if (output->capacity - output->length < length)
    {
      uint64_t capacity = output->capacity * 2 + length + 65536;
      long moved = output->data
		   ? sys (SYS_mremap, (long) output->data,
			  (long) output->capacity, (long) capacity,
			  MREMAP_MAYMOVE, 0, 0)
		   : (long) cgrt_memory_map (capacity);
      if (moved == 0 || (moved < 0 && moved > -4096))
	{
	  output->failed = 1;
	  return NULL;
	}
      output->data = (unsigned char *) moved;
      output->capacity = capacity;
    }
  output->length += length;
  return output->data + output->length - length;
}

static void
put (struct output *output, const void *data, uint64_t length)
{
  unsigned char *to = put_zeros (output, length);
  if (to)
    memcpy (to, data, length);
}

static void
put_byte (struct output *output, unsigned char value)
{
  put (output, &value, 1);
}

static void
put_u32 (struct output *output, uint32_t value)
{
  put (output, &value, sizeof value);
}

static void
put_address (struct output *output, uint64_t value)
{
  uintptr_t address = (uintptr_t) value;
  put (output, &address, sizeof address);
}

/* Write COUNT calls from the function at FROM to SELF.  */

static void
put_arc (struct output *output, uint64_t from, uint64_t self, uint64_t count)
{
  while (count)
    {
      uint32_t part = count > MAX_ARC ? MAX_ARC : (uint32_t) count;
      put_byte (output, TAG_ARC);
      /* Any address in the caller will do.  */
      put_address (output, from + 1);
      put_address (output, self);
      put_u32 (output, part);
      count -= part;
    }
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

/* Set *LOW and *HIGH to the bounds of the program's code.  Returns 0 if it
   has none.  */

static int
find_code (const struct cgrt_module *program, uint64_t *low, uint64_t *high)
{
  const struct cgprof_segment *segment
    = (const struct cgprof_segment *) (program->record + 1);
  *low = UINT64_MAX;
  *high = 0;
  for (uint32_t i = 0; i < program->record->segments; i++, segment++)
    if (segment->flags & PF_X)
      {
	if (segment->address < *low)
	  *low = segment->address;
	if (segment->address + segment->size > *high)
	  *high = segment->address + segment->size;
      }
  return *low < *high;
}

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

/* Call VISIT for every entry of CHAIN that has counts.  */

static void
visit_chain (uint64_t chain,
	     void (*visit) (uint64_t address, uint64_t calls,
			    uint64_t weight, void *data),
	     void *data)
{
  while (chain)
    {
      const struct cgprof_table *table = cgrt_file_at (chain);
      struct cgrt_adjust adjust = cgrt_adjust_of (table);
      for (uint64_t i = 0; i < table->capacity; i++)
	{
	  const struct cgprof_table_entry *entry = &table->entries[i];
	  uint64_t calls = cgrt_adjust_read (&adjust, &entry->count);
	  if (entry->address && calls)
	    visit (entry->address, calls,
		   cgrt_adjust_read (&adjust, &entry->weight), data);
	}
      chain = table->next;
    }
}

/* The histogram in the making.  */
struct histogram
{
  uint64_t bias;
  uint64_t low;			/* Link-time address of the first bin.  */
  uint64_t bins;
  uint64_t *weights;		/* Nanoseconds in each bin; NULL while only
				   the span is asked for.  */
  unsigned char *touched;	/* Whether a block of bins has any: most have
				   not, and looking costs a page each.  */
  uint64_t first, last;		/* Span of the samples inside.  */
};

static void
add_sample (uint64_t address, uint64_t calls, uint64_t weight, void *data)
{
  struct histogram *histogram = data;
  uint64_t bin = (address - histogram->bias - histogram->low) / BIN_BYTES;

  (void) calls;
  if (bin >= histogram->bins)
    return;
  if (histogram->weights)
    {
      histogram->weights[bin] += weight;
      histogram->touched[bin / BLOCK] = 1;
    }
  if (bin < histogram->first)
    histogram->first = bin;
  if (bin > histogram->last)
    histogram->last = bin;
}

static void
add_samples (struct histogram *histogram)
{
  struct cgrt_place *place;
  for (uint32_t i = 0; (place = cgrt_threads_at (i)) != NULL; i++)
    visit_chain (place->samples, add_sample, histogram);
}

/* Set *FROM and *TO to the next bins of HISTOGRAM, from *TO on, that may
   have something in them.  Returns 0 if there are none; *TO begins as 0.  */

static int
next_block (const struct histogram *histogram, uint64_t *from, uint64_t *to)
{
  for (*from = *to; *from < histogram->bins; *from += BLOCK)
    if (histogram->touched[*from / BLOCK])
      {
	*to = *from + BLOCK < histogram->bins ? *from + BLOCK
					      : histogram->bins;
	return 1;
      }
  return 0;
}

/* Write one record with at most MAX_BIN of each of HISTOGRAM's weights,
   which are counts now, and take that away from them.  Returns whether
   anything is left.  */

static int
put_histogram (struct output *output, const struct histogram *histogram)
{
  static const char dimension[15] = "seconds";
  uint64_t from, to = 0;
  unsigned char *bins;
  int left = 0;

  put_byte (output, TAG_HISTOGRAM);
  put_address (output, histogram->low);
  put_address (output, histogram->low + histogram->bins * BIN_BYTES);
  put_u32 (output, (uint32_t) histogram->bins);
  put_u32 (output, cgrt_options.rate);
  put (output, dimension, sizeof dimension);
  put_byte (output, 's');
  bins = put_zeros (output, histogram->bins * sizeof (uint16_t));
  while (bins && next_block (histogram, &from, &to))
    for (uint64_t i = from; i < to; i++)
      {
	uint64_t *count = &histogram->weights[i];
	uint16_t part = *count > MAX_BIN ? MAX_BIN : (uint16_t) *count;
	if (part)
	  memcpy (bins + i * sizeof part, &part, sizeof part);
	*count -= part;
	left |= *count != 0;
      }
  return left;
}

/* Write the histogram of PROGRAM's code.  */

static void
put_samples (struct output *output, const struct cgrt_module *program)
{
  struct histogram histogram = { 0 };
  uint64_t period = 1000000000u / cgrt_options.rate;
  uint64_t high, size, carry, from, to = 0;

  if (!cgrt_file_header ()->period
      || !find_code (program, &histogram.low, &high))
    return;
  histogram.bias = program->record->bias;
  histogram.low &= ~(uint64_t) (BIN_BYTES - 1);
  histogram.bins = (high - histogram.low + BIN_BYTES - 1) / BIN_BYTES;
  if (histogram.bins * sizeof (uint16_t) > MAX_HISTOGRAM)
    {
      histogram.first = UINT64_MAX;
      add_samples (&histogram);
      if (histogram.first > histogram.last)
	histogram.first = histogram.last = 0;
      histogram.low += histogram.first * BIN_BYTES;
      histogram.bins = histogram.last - histogram.first + 1;
    }
  size = histogram.bins * sizeof *histogram.weights
	 + (histogram.bins + BLOCK - 1) / BLOCK;
  histogram.weights = cgrt_memory_map (size);
  if (!histogram.weights)
    {
      output->failed = 1;
      return;
    }
  histogram.touched = (unsigned char *) (histogram.weights + histogram.bins);
  add_samples (&histogram);
  /* Nanoseconds become samples; what rounding adds or takes is carried on,
     so that the total is right.  CARRY starts at one half.  */
  carry = period / 2;
  while (next_block (&histogram, &from, &to))
    for (uint64_t i = from; i < to; i++)
      if (histogram.weights[i])
	{
	  carry += histogram.weights[i];
	  histogram.weights[i] = carry / period;
	  carry %= period;
	}
  while (put_histogram (output, &histogram))
    continue;
  cgrt_memory_unmap (histogram.weights, size);
}

static void
add_symbol (const char *name, uint64_t address, void *data)
{
  struct arcs *arcs = data;
  if (!map_put (&arcs->names, hash_name (name), name, address))
    arcs->output->failed = 1;
}

/* Learn the names and aliases of all functions.  */

static void
learn_functions (struct arcs *arcs)
{
  struct cgrt_image_function function;
  uint64_t at = 0;

  while (cgrt_image_function (arcs->image, &at, &function))
    {
      const char *name = cgrt_image_string (arcs->image, &function,
					    CGPROF_STRING_NAME);
      if (function.flags & CGPROF_FUNCTION_GLOBAL)
	add_symbol (name, function.address, arcs);
      for (uint32_t i = 0; i < function.alias_count; i++)
	if (!map_put (&arcs->aliases, cgrt_image_alias (&function, i), NULL,
		      function.address))
	  arcs->output->failed = 1;
    }
  /* Functions have further names, and some have no rows.  */
  cgrt_image_symbols (arcs->image, add_symbol, arcs);
}

/* Sum the counter words over all copies.  */

static void
add_copies (struct arcs *arcs)
{
  for (uint32_t i = 0; i < cgrt_counters_limit (); i++)
    {
      const struct cgprof_counters *copy
	= cgrt_counters_copy (arcs->program, i);
      if (copy)
	{
	  struct cgrt_adjust adjust = cgrt_adjust_of (copy);
	  for (uint64_t j = 0; j < copy->words; j++)
	    arcs->sums[j] += cgrt_adjust_read (&adjust, &copy->data[j]);
	}
    }
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
	     map_get (&arcs->aliases, address, NULL, address), count);
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
  for (uint32_t i = 0; i < cgrt_counters_limit (); i++)
    {
      const struct cgprof_counters *copy
	= cgrt_counters_copy (arcs->program, i);
      const uint64_t *slot = copy ? &copy->data[word] : NULL;
      const uint64_t *pair = slot;
      struct cgrt_adjust adjust;
      if (!slot || !slot[CGPROF_SLOT_TARGET])
	continue;
      adjust = cgrt_adjust_of (copy);
      for (; pair < &slot[CGPROF_SLOT_CHAIN]; pair += CGPROF_SLOT_PAIR_WORDS)
	put_target (&site, pair[CGPROF_SLOT_TARGET],
		    cgrt_adjust_read (&adjust, &pair[CGPROF_SLOT_COUNT]));
      visit_chain (slot[CGPROF_SLOT_CHAIN], put_entry, &site);
    }
}

/* Write the arcs of the direct site SITE of FUNCTION.  */

static void
put_direct (struct arcs *arcs, const struct cgrt_image_function *function,
	    const struct cgrt_image_site *site, uint64_t word)
{
  uint64_t self = site->callee_address;
  if (!arcs->sums[word])
    return;
  if (site->scope != CGPROF_SCOPE_ADDRESS)
    {
      const char *name = cgrt_image_string (arcs->image, function,
					    site->callee);
      self = map_get (&arcs->names, hash_name (name), name, 0);
    }
  self = map_get (&arcs->aliases, self, NULL, self);
  if (self && is_code (arcs->program, self))
    put_arc (arcs->output, function->address, self, arcs->sums[word]);
}

/* Write the arcs out of FUNCTION.  */

static void
put_function (struct arcs *arcs, struct cgrt_image_function *function)
{
  uint64_t start = (uint64_t) (function->counters
			       - arcs->program->record->counters) / 8;
  struct cgrt_image_site site;

  if (function->counters < arcs->program->record->counters)
    return;
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

/* Write all arcs of PROGRAM.  */

static void
put_arcs (struct output *output, struct cgrt_module *program)
{
  struct cgrt_image image;
  struct cgrt_image_function function;
  struct arcs arcs = { 0 };
  uint64_t at = 0;
  int error = cgrt_image_open (&image);

  if (error)
    {
      cgrt_message ("/proc/self/exe", "cannot read the site tables", error);
      return;
    }
  arcs.output = output;
  arcs.program = program;
  arcs.image = &image;
  arcs.sums = cgrt_memory_map (program->words * sizeof *arcs.sums);
  if (!arcs.sums)
    output->failed = 1;
  else
    {
      add_copies (&arcs);
      learn_functions (&arcs);
      while (!output->failed
	     && cgrt_image_function (&image, &at, &function))
	put_function (&arcs, &function);
      cgrt_memory_unmap (arcs.sums, program->words * sizeof *arcs.sums);
    }
  cgrt_memory_unmap (arcs.names.entries, map_bytes (&arcs.names));
  cgrt_memory_unmap (arcs.aliases.entries, map_bytes (&arcs.aliases));
  cgrt_image_close (&image);
}

/* Write the file header; its spare bytes hold the start of the program's
   build-id.  */

static void
put_header (struct output *output, const struct cgrt_module *program)
{
  const struct cgprof_module_record *record = program->record;
  const unsigned char *build_id
    = (const unsigned char *) ((const struct cgprof_segment *) (record + 1)
			       + record->segments);
  unsigned char spare[12] = { 0 };

  for (uint32_t i = 0; i < sizeof spare && i < record->build_id_length; i++)
    spare[i] = build_id[i];
  put (output, "gmon", 4);
  put_u32 (output, VERSION);
  put (output, spare, sizeof spare);
}

/* Write OUTPUT to FD, a regular file that is no longer than one byte, but
   for pages that are all zero: those of a histogram of megabytes with a few
   samples would cost more than all the rest.  Returns 0 or an errno.  */

static int
write_sparse (int fd, const struct output *output)
{
  uint64_t from = 0, to;
  int error = 0;

  for (to = 0; !error && to < output->length; to += PIECE)
    {
      const uint64_t *words = (const uint64_t *) (output->data + to);
      uint64_t i = 0;
      while (i < PIECE / sizeof *words && !words[i])
	i++;
      if (i < PIECE / sizeof *words)
	continue;
      if (from < to)
	error = sys_write_at (fd, from, output->data + from, to - from);
      from = to + PIECE;
    }
  if (error)
    return error;
  if (from < output->length)
    return sys_write_at (fd, from, output->data + from,
			 output->length - from);
  return (int) -sys_ftruncate (fd, output->length);
}

/* Write OUTPUT to the file NAME.  Returns 0 or an errno.

   An older file is cut to one byte, not to nothing: that, ext4 takes for a
   replacement, writes the new one to the disk when it is closed, and has the
   next run wait for the disk (3.4 ms).  Who is killed here leaves no part of
   the older file either way.  */

static int
write_file (const char *name, const struct output *output)
{
  struct stat status;
  int error, regular;
  int fd = (int) sys_open (name,
			   O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC,
			   0666);
  if (fd < 0)
    return -fd;
  regular = fstat (fd, &status) == 0 && S_ISREG (status.st_mode);
  if (regular && status.st_size > 1)
    sys_ftruncate (fd, 1);
  if (output->length > sys_limit (RLIMIT_FSIZE))
    error = EFBIG;
  else if (regular)
    error = write_sparse (fd, output);
  else
    error = sys_write (fd, output->data, output->length);
  sys_close (fd);
  if (error)
    unlink (name);
  return error;
}

int
cgrt_gmon_write (void)
{
  static struct cgrt_text name;
  struct cgrt_module *program = cgrt_modules_program ();
  struct output output = { 0 };
  const char *prefix = cgrt_options.gmon_prefix;
  int error;

  if (!cgrt_options.gmon || !program || !program->words)
    return 0;
  put_header (&output, program);
  put_samples (&output, program);
  put_arcs (&output, program);

  name.length = 0;
  cgrt_text_add (&name, *prefix ? prefix : "gmon.out");
  if (*prefix || cgrt_forked || cgrt_name_beside)
    {
      cgrt_text_add (&name, ".");
      cgrt_text_add_number (&name, (unsigned) cgrt_pid);
    }
  error = output.failed ? ENOMEM : write_file (name.bytes, &output);
  cgrt_memory_unmap (output.data, output.capacity);
  if (error)
    cgrt_message (name.bytes, "cannot write", error);
  return error ? -1 : 0;
}
