/* The profile that a sum is.

   Everything stands in an order that its contents alone give: so the same
   profiles make the same bytes, in whatever order, and in whatever parts, they
   were added.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "sum/sum-parts.h"

#include <cgprof/abi.h>
#include <stdlib.h>
#include <string.h>

struct sum_writer
{
  const struct sum *sum;
  struct bytes *bytes;
  size_t room;			/* Of BYTES.  */
  uint32_t *order;		/* Numbers of modules, as they are written, */
  uint32_t *rank;		/* and the place of each in that.  */
  uint64_t *bases;		/* Of modules, by number; SUM's are those of
				   the order in which they came.  */
  uint32_t *ids;		/* Of their records.  */
  uint32_t places[SUM_KINDS];	/* Ids of the places; 0: there is none.  */
  uint32_t first;		/* That of the first process.  */
};

/* What is written is valid until the next record is begun.  */
#define SUM_AT(writer, type, offset) \
  ((struct type *) ((writer)->bytes->data + (offset)))

/* Begin a record of TYPE with SIZE bytes, and return its offset.  */

static uint64_t
sum_begin_record (struct sum_writer *writer, enum cgprof_record_type type,
		  uint64_t size)
{
  struct bytes *bytes = writer->bytes;
  uint64_t offset = bytes->size;
  size = (size + CGPROF_ALIGN - 1) & -(uint64_t) CGPROF_ALIGN;
  bytes->data = mem_grow (bytes->data, &writer->room, offset + size, 1);
  memset (bytes->data + offset, 0, size);
  bytes->size += size;
  *SUM_AT (writer, cgprof_record, offset) = (struct cgprof_record) {
    .type = type, .id = offset / CGPROF_ALIGN, .size = size
  };
  return offset;
}

static uint32_t
sum_id (uint64_t offset)
{
  return offset / CGPROF_ALIGN;
}

/* ---- Processes.  */

/* By their beginnings; what is equal in all is the same.  */

static int
sum_compare_processes (const void *x, const void *y)
{
  const struct sum_process *a = x, *b = y;
#define SUM_COMPARE(MEMBER)						\
  if (a->MEMBER != b->MEMBER)						\
    return a->MEMBER < b->MEMBER ? -1 : 1
  SUM_COMPARE (about.start_time);
  SUM_COMPARE (about.pid);
  SUM_COMPARE (about.ppid);
  SUM_COMPARE (kind);
  SUM_COMPARE (length);
  SUM_COMPARE (host_length);
  int arguments = a->length > 0 && a->arguments != b->arguments
    ? memcmp (a->arguments, b->arguments, a->length) : 0;
  if (arguments != 0)
    return arguments;
#undef SUM_COMPARE
  return memcmp (&a->about, &b->about, sizeof a->about);
}

/* Return the id of the COMMAND record with what PROCESS has of it, which is
   written if COMMANDS, by text in ARENA, do not have it; 0: it has none.  */

static uint32_t
sum_write_command (struct sum_writer *writer, struct dict *commands,
		   struct arena *arena, const struct sum_process *process)
{
  if (!process->arguments)
    return 0;
  /* A string without NULs of its own.  */
  char *key = arena_copy (arena, process->arguments, process->length);
  for (uint64_t i = 0; i < process->length; i++)
    if (key[i] == '\0')
      key[i] = '\n';
    else if (key[i] == '\n')
      key[i] = '\1';
  uint32_t *known = dict_place (commands, key);
  if (*known != MAP_NONE)
    {
      const struct cgprof_command *record
	= SUM_AT (writer, cgprof_command, (uint64_t) *known * CGPROF_ALIGN);
      if (record->host_length == process->host_length
	  && record->length + record->host_length == process->length
	  && memcmp (record->arguments, process->arguments,
		     process->length) == 0)
	return *known;
    }
  uint64_t offset = sum_begin_record (writer, CGPROF_RECORD_COMMAND,
				      sizeof (struct cgprof_command)
				      + process->length);
  struct cgprof_command *record = SUM_AT (writer, cgprof_command, offset);
  record->length = process->length - process->host_length;
  record->host_length = process->host_length;
  memcpy (record->arguments, process->arguments, process->length);
  if (*known == MAP_NONE)
    *known = sum_id (offset);
  return sum_id (offset);
}

static void
sum_write_processes (struct sum_writer *writer)
{
  const struct sum *sum = writer->sum;
  struct sum_process *processes
    = mem_alloc (sum->process_count, sizeof *processes);
  struct dict commands = { NULL };
  struct arena arena = { NULL };
  if (sum->process_count > 0)
    {
      memcpy (processes, sum->processes,
	      sum->process_count * sizeof *processes);
      qsort (processes, sum->process_count, sizeof *processes,
	     sum_compare_processes);
    }
  for (size_t i = 0; i < sum->process_count; i++)
    {
      const struct sum_process *process = &processes[i];
      uint32_t command = sum_write_command (writer, &commands, &arena,
					    process);
      uint64_t offset = sum_begin_record (writer, CGPROF_RECORD_PROCESS,
					  sizeof (struct cgprof_process));
      struct cgprof_process *record
	= SUM_AT (writer, cgprof_process, offset);
      struct cgprof_record head = record->record;
      *record = process->about;
      record->record = head;
      record->command = command;
      uint32_t *place = &writer->places[process->kind];
      if (*place == 0)
	{
	  *place = head.id;
	  /* Its counts are not those of its times.  */
	  record->adjust = process->kind == 0 ? 1 : 0;
	}
      record->place = *place;
      if (i == 0)
	writer->first = head.id;
      struct cgprof_command *words
	= SUM_AT (writer, cgprof_command, (uint64_t) command * CGPROF_ALIGN);
      if (command > 0 && words->process == 0)
	words->process = head.id;
    }
  free (processes);
  dict_free (&commands);
  arena_free (&arena);
}

/* When the first process of SUM started.  */

static uint64_t
sum_start_time (const struct sum *sum)
{
  uint64_t first = sum->process_count > 0 ? UINT64_MAX : 0;
  for (size_t i = 0; i < sum->process_count; i++)
    if (sum->processes[i].about.start_time < first)
      first = sum->processes[i].about.start_time;
  return first;
}

/* ---- Modules.  */

/* The initial ones stay in their order, in which names are looked up; others
   are ordered by what they are.  */

static int
sum_compare_modules (const void *x, const void *y, void *closure)
{
  const struct sum *sum = closure;
  uint32_t i = *(const uint32_t *) x, j = *(const uint32_t *) y;
  const struct sum_module *a = &sum->modules[i], *b = &sum->modules[j];
  if (a->initial || b->initial)
    return a->initial != b->initial ? (a->initial ? -1 : 1)
				    : i < j ? -1 : i > j;
  return strcmp (a->key, b->key);
}

static void
sum_order_modules (struct sum_writer *writer)
{
  const struct sum *sum = writer->sum;
  size_t count = sum->module_count;
  writer->order = mem_alloc (count, sizeof *writer->order);
  writer->rank = mem_alloc (count, sizeof *writer->rank);
  writer->bases = mem_alloc (count, sizeof *writer->bases);
  writer->ids = mem_alloc (count, sizeof *writer->ids);
  for (size_t i = 0; i < count; i++)
    writer->order[i] = i;
  qsort_r (writer->order, count, sizeof *writer->order, sum_compare_modules,
	   (void *) sum);
  uint64_t base = SUM_ALIGN;
  for (size_t i = 0; i < count; i++)
    {
      struct sum_module module = sum->modules[writer->order[i]];
      writer->rank[writer->order[i]] = i;
      writer->bases[writer->order[i]] = base;
      base = sum_place_module (&module, base);
    }
}

/* ADDRESS as it is written.  */

static uint64_t
sum_final_address (const struct sum_writer *writer, uint64_t address)
{
  uint32_t module = sum_find_module (writer->sum, address);
  return module == MAP_NONE ? address
    : address - writer->sum->modules[module].base + writer->bases[module];
}

/* Set the LENGTH bytes at P to those of HEX.  */

static void
sum_put_hex (unsigned char *p, const char *hex, size_t length)
{
  for (size_t i = 0; i < length; i++)
    {
      char digits[3] = { hex[2 * i], hex[2 * i + 1], '\0' };
      p[i] = strtoul (digits, NULL, 16);
    }
}

static void
sum_write_module (struct sum_writer *writer, uint32_t number)
{
  const struct sum_module *module = &writer->sum->modules[number];
  const struct sum_identity *identity = &module->identity;
  size_t id_length = identity->build_id ? strlen (identity->build_id) / 2 : 0;
  size_t path_length = strlen (identity->path);
  size_t segments = module->segment_count * sizeof *module->segments;
  uint64_t offset
    = sum_begin_record (writer, CGPROF_RECORD_MODULE,
			sizeof (struct cgprof_module_record) + segments
			+ id_length + path_length);
  struct cgprof_module_record *record
    = SUM_AT (writer, cgprof_module_record, offset);
  record->bias = writer->bases[number] - module->low;
  record->counters = identity->counters;
  record->counters_size = identity->counters_size;
  record->flags = module->flags;
  record->segments = module->segment_count;
  record->build_id_length = id_length;
  record->path_length = path_length;
  record->process = writer->first;
  unsigned char *p = (unsigned char *) (record + 1);
  if (segments > 0)
    memcpy (p, module->segments, segments);
  if (id_length > 0)
    sum_put_hex (p + segments, identity->build_id, id_length);
  memcpy (p + segments + id_length, identity->path, path_length);
  writer->ids[number] = sum_id (offset);
}

/* ---- Tables.  */

/* A table has room for a power of two, so COUNT entries, at least one, are in
   several, each with as many as it has room for: return how many are in the
   first.  */

static uint64_t
sum_table_size (uint64_t count)
{
  return UINT64_C (1) << (63 - __builtin_clzll (count));
}

/* Write tables of TYPE for COUNT entries of OWNER and SITE, and return the
   offset of the newest, or 0.  *FIRST is that of the first's first entry; that
   of a further one is sum_entry_offset's.  */

static uint64_t
sum_begin_tables (struct sum_writer *writer, enum cgprof_record_type type,
		  uint32_t owner, uint64_t site, uint64_t count,
		  uint64_t *first)
{
  uint64_t newest = 0;
  *first = writer->bytes->size + sizeof (struct cgprof_table);
  while (count > 0)
    {
      uint64_t size = sum_table_size (count);
      uint64_t offset
	= sum_begin_record (writer, type, sizeof (struct cgprof_table)
			    + size * sizeof (struct cgprof_table_entry));
      struct cgprof_table *table = SUM_AT (writer, cgprof_table, offset);
      table->owner = owner;
      table->used = table->capacity = size;
      table->site = site;
      table->next = newest;
      newest = offset;
      count -= size;
    }
  return newest;
}

/* Return the offset of entry INDEX of COUNT, of tables whose first one's first
   entry is at FIRST.  */

static uint64_t
sum_entry_offset (uint64_t first, uint64_t count, uint64_t index)
{
  const uint64_t entry = sizeof (struct cgprof_table_entry);
  for (;;)
    {
      uint64_t size = sum_table_size (count);
      if (index < size)
	return first + index * entry;
      /* A table of one entry is padded.  */
      uint64_t bytes = sizeof (struct cgprof_table) + size * entry;
      first += (bytes + CGPROF_ALIGN - 1) & -(uint64_t) CGPROF_ALIGN;
      index -= size;
      count -= size;
    }
}

/* ---- Calls of targets.  */

/* By the place of their module and by their site, then by address.  */

static int
sum_compare_targets (const void *x, const void *y, void *closure)
{
  const struct sum_writer *writer = closure;
  const struct sum_target *a = x, *b = y;
  if (a->module != b->module)
    return writer->rank[a->module] < writer->rank[b->module] ? -1 : 1;
  if (a->word != b->word)
    return a->word < b->word ? -1 : 1;
  return a->address < b->address ? -1 : a->address > b->address;
}

/* Write the COUNT TARGETS of one site: what its slots in the COUNTERS at
   offset COUNTERS have no room for is in tables.  */

static void
sum_write_targets (struct sum_writer *writer, uint64_t counters,
		   const struct sum_target *targets, uint64_t count)
{
  uint64_t slot = counters + sizeof (struct cgprof_counters)
		  + 8 * targets->word;
  uint64_t newest = 0;
  if (count > CGPROF_SLOT_PAIRS)
    {
      uint64_t first, rest = count - CGPROF_SLOT_PAIRS;
      newest = sum_begin_tables (writer, CGPROF_RECORD_TARGETS,
				 sum_id (counters), targets->word, rest,
				 &first);
      for (uint64_t i = 0; i < rest; i++)
	{
	  const struct sum_target *target = &targets[CGPROF_SLOT_PAIRS + i];
	  *SUM_AT (writer, cgprof_table_entry,
		   sum_entry_offset (first, rest, i))
	    = (struct cgprof_table_entry) {
	      .address = target->address, .count = target->count
	    };
	}
    }
  uint64_t *words = (uint64_t *) (writer->bytes->data + slot);
  for (uint64_t i = 0; i < count && i < CGPROF_SLOT_PAIRS; i++)
    {
      uint64_t *pair = words + i * CGPROF_SLOT_PAIR_WORDS;
      pair[CGPROF_SLOT_TARGET] = targets[i].address;
      pair[CGPROF_SLOT_COUNT] = targets[i].count;
    }
  words[CGPROF_SLOT_CHAIN] = newest;
}

static void
sum_write_counters (struct sum_writer *writer)
{
  const struct sum *sum = writer->sum;
  uint64_t *offsets = mem_alloc (sum->module_count, sizeof *offsets);
  for (size_t i = 0; i < sum->module_count; i++)
    {
      uint32_t number = writer->order[i];
      const struct sum_module *module = &sum->modules[number];
      if (module->word_count == 0)
	continue;
      offsets[number]
	= sum_begin_record (writer, CGPROF_RECORD_COUNTERS,
			    sizeof (struct cgprof_counters)
			    + 8 * module->word_count);
      struct cgprof_counters *record
	= SUM_AT (writer, cgprof_counters, offsets[number]);
      record->module = writer->ids[number];
      record->words = module->word_count;
      record->process = writer->first;
      memcpy (record->data, module->words, 8 * module->word_count);
    }

  struct sum_target *targets = mem_alloc (sum->target_count, sizeof *targets);
  for (size_t i = 0; i < sum->target_count; i++)
    {
      targets[i] = sum->targets[i];
      targets[i].address = sum_final_address (writer, targets[i].address);
    }
  if (sum->target_count > 0)
    qsort_r (targets, sum->target_count, sizeof *targets,
	     sum_compare_targets, writer);
  for (size_t i = 0, end; i < sum->target_count; i = end)
    {
      end = i + 1;
      while (end < sum->target_count
	     && targets[end].module == targets[i].module
	     && targets[end].word == targets[i].word)
	end++;
      sum_write_targets (writer, offsets[targets[i].module], &targets[i],
			 end - i);
    }
  free (targets);
  free (offsets);
}

/* ---- Contexts.  */

struct sum_child
{
  uint32_t context;
  uint32_t parent;
  uint64_t address;
};

static int
sum_compare_children (const void *x, const void *y)
{
  const struct sum_child *a = x, *b = y;
  if (a->parent != b->parent)
    return a->parent < b->parent ? -1 : 1;
  return a->address < b->address ? -1 : a->address > b->address;
}

/* The first of the COUNT CHILDREN, sorted, whose parent is PARENT or
   above.  */

static size_t
sum_first_child (const struct sum_child *children, size_t count,
		 uint32_t parent)
{
  size_t low = 0;
  while (low < count)
    {
      size_t middle = low + (count - low) / 2;
      if (children[middle].parent < parent)
	low = middle + 1;
      else
	count = middle;
    }
  return low;
}

/* Whether each context is one of KIND; *COUNT is how many are.  */

static bool *
sum_find_kind (const struct sum *sum, uint32_t kind, uint64_t *count)
{
  bool *is = mem_alloc (sum->context_count, sizeof *is);
  *count = 0;
  for (size_t i = 0; i < sum->context_count; i++)
    {
      /* Parents come before their children.  */
      uint32_t parent = sum->contexts[i].parent;
      is[i] = parent < sum->context_count ? is[parent]
					  : parent == SUM_ROOT (kind);
      *count += is[i];
    }
  return is;
}

/* Write all contexts of KIND, which OWNER has: one level below the other, the
   children of each in the order of their addresses.  */

static void
sum_write_contexts (struct sum_writer *writer, uint32_t kind, uint32_t owner)
{
  const struct sum *sum = writer->sum;
  uint64_t count;
  bool *is = sum_find_kind (sum, kind, &count);
  struct sum_child *children = mem_alloc (count, sizeof *children);
  size_t found = 0;
  for (size_t i = 0; i < sum->context_count; i++)
    if (is[i])
      children[found++] = (struct sum_child) {
	.context = i, .parent = sum->contexts[i].parent,
	.address = sum_final_address (writer, sum->contexts[i].address)
      };
  if (count > 0)
    qsort (children, count, sizeof *children, sum_compare_children);

  uint64_t first;
  sum_begin_tables (writer, CGPROF_RECORD_SAMPLES, owner, 0, count, &first);
  uint64_t *offsets = mem_alloc (sum->context_count, sizeof *offsets);
  uint32_t *queue = mem_alloc (count, sizeof *queue);
  uint64_t queued = 0;
  for (uint64_t i = 0; i <= count && count > 0; i++)
    {
      /* Those without a parent come first.  */
      uint32_t parent = i == 0 ? SUM_ROOT (kind) : queue[i - 1];
      for (size_t j = sum_first_child (children, count, parent);
	   j < count && children[j].parent == parent; j++)
	{
	  const struct sum_child *child = &children[j];
	  const struct sum_context *context = &sum->contexts[child->context];
	  uint64_t offset = sum_entry_offset (first, count, queued);
	  *SUM_AT (writer, cgprof_table_entry, offset)
	    = (struct cgprof_table_entry) {
	      .address = child->address, .count = context->count,
	      .weight = context->weight,
	      .parent = i == 0 ? 0 : offsets[parent]
	    };
	  offsets[child->context] = offset;
	  queue[queued++] = child->context;
	}
    }
  free (queue);
  free (offsets);
  free (children);
  free (is);
}

/* Write all threads of KIND as one, with their contexts.  */

static void
sum_write_threads (struct sum_writer *writer, uint32_t kind)
{
  const struct cgprof_thread *threads = &writer->sum->threads[kind];
  if (threads->threads == 0)
    return;
  uint64_t offset = sum_begin_record (writer, CGPROF_RECORD_THREAD,
				      sizeof (struct cgprof_thread));
  struct cgprof_thread *thread = SUM_AT (writer, cgprof_thread, offset);
  struct cgprof_record record = thread->record;
  *thread = *threads;
  thread->record = record;
  thread->process = writer->places[kind];
  sum_write_contexts (writer, kind, record.id);
}

void
sum_write (const struct sum *sum, struct bytes *bytes)
{
  struct sum_writer writer = { .sum = sum, .bytes = bytes };
  *bytes = (struct bytes) { NULL };
  sum_order_modules (&writer);
  const uint64_t header_size
    = (sizeof (struct cgprof_header) + CGPROF_ALIGN - 1)
      & -(uint64_t) CGPROF_ALIGN;
  bytes->data = mem_grow (NULL, &writer.room, header_size, 1);
  memset (bytes->data, 0, header_size);
  bytes->size = header_size;
  sum_write_processes (&writer);
  for (size_t i = 0; i < sum->module_count; i++)
    sum_write_module (&writer, writer.order[i]);
  sum_write_counters (&writer);
  for (uint32_t kind = 0; kind < SUM_KINDS; kind++)
    sum_write_threads (&writer, kind);

  struct cgprof_header *header = SUM_AT (&writer, cgprof_header, 0);
  memcpy (header->magic, CGPROF_MAGIC, sizeof header->magic);
  header->version = CGPROF_FORMAT_VERSION;
  header->byte_order = CGPROF_BYTE_ORDER;
  header->header_size = header_size;
  header->word_size = sum->word_size;
  header->used = bytes->size;
  header->clock = sum->clock;
  header->start_time = sum_start_time (sum);
  header->period = sum->period;
  header->longest = sum->longest;
  free (writer.order);
  free (writer.rank);
  free (writer.bases);
  free (writer.ids);
}
