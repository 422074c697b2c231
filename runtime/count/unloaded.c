/* Addresses of code that is no longer loaded.

   SPDX-License-Identifier: MIT  */

#include "count/unloaded.h"

#include <elf.h>
#include <stddef.h>

#include "count/modules.h"
#include "file/family.h"
#include "file/file.h"

/* Addresses from START on, SIZE of them, and what they become: TO the first,
   and so on, or all CGPROF_ADDRESS_UNKNOWN.  */
struct range
{
  uint64_t start, size;
  uint64_t to;
};

/* Replace *WORD if it is an address of RANGE.  A handler, or another thread in
   a section, may write to it.  */

static void
replace (uint64_t *word, const struct range *range)
{
  uint64_t address = __atomic_load_n (word, __ATOMIC_RELAXED);

  if (address - range->start < range->size)
    __atomic_compare_exchange_n (word, &address,
				 range->to == CGPROF_ADDRESS_UNKNOWN
				 ? CGPROF_ADDRESS_UNKNOWN
				 : range->to + (address - range->start),
				 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

/* Replace the targets among the COUNT words at WORDS, a copy of counters or a
   section: no file offset is as high as an address there, and where addresses
   have 64 bits no count.  */

static void
replace_targets (uint64_t *words, uint64_t count, const struct range *range)
{
  for (uint64_t i = 0; i < count; i++)
    replace (&words[i], range);
}

static void
replace_keys (struct cgprof_table *table, const struct range *range)
{
  for (uint64_t i = 0; i < table->capacity; i++)
    replace (&table->entries[i].address, range);
}

static void
replace_all (const struct range *range)
{
  uint64_t offset = CGRT_FILE_FIRST;
  struct cgrt_module *module;

  while (cgrt_file_has ((uint32_t) (offset / CGPROF_ALIGN), CGPROF_ALIGN))
    {
      struct cgprof_record *record = cgrt_file_at (offset);
      if (!record->size)
	break;
      if (cgrt_family_owns (record))
	switch (record->type)
	  {
	  case CGPROF_RECORD_COUNTERS:
	    replace_targets (((struct cgprof_counters *) record)->data,
			     ((struct cgprof_counters *) record)->words,
			     range);
	    break;
	  case CGPROF_RECORD_TARGETS:
	  case CGPROF_RECORD_SAMPLES:
	    replace_keys ((struct cgprof_table *) record, range);
	    break;
	  }
      offset += record->size;
    }

  for (uint32_t i = 0; (module = cgrt_modules_at (i)) != NULL; i++)
    {
      uint64_t *section = __atomic_load_n (&module->section, __ATOMIC_RELAXED);
      if (section)
	replace_targets (section, module->words, range);
    }
}

/* Replace the addresses of RECORD's code: what is FROM plus its link-time
   address becomes TO plus that, or CGPROF_ADDRESS_UNKNOWN.  What has no name
   stays what it is.  */

static void
replace_code (const struct cgprof_module_record *record, uint64_t from,
	      uint64_t to)
{
  const struct cgprof_segment *segment
    = (const struct cgprof_segment *) (record + 1);

  for (uint32_t i = 0; i < record->segments; i++, segment++)
    if (segment->flags & PF_X
	&& (to == CGPROF_ADDRESS_UNKNOWN
	    || (record->record.id >> 31 == 0
		&& (segment->address + segment->size) >> 32 == 0)))
      {
	struct range range = { from + segment->address, segment->size, to };
	if (to != CGPROF_ADDRESS_UNKNOWN)
	  range.to += segment->address;
	replace_all (&range);
      }
}

/* What a link-time address in RECORD is added to for its name.  */

static uint64_t
name_of (const struct cgprof_module_record *record)
{
  return CGPROF_ADDRESS_UNLOADED | (uint64_t) record->record.id << 32;
}

void
cgrt_unloaded_name (const struct cgprof_module_record *record)
{
  replace_code (record, record->bias, name_of (record));
}

void
cgrt_unloaded_restore (const struct cgprof_module_record *record)
{
  replace_code (record, name_of (record), record->bias);
}

void
cgrt_unloaded_forget (const struct cgprof_module_record *record)
{
  replace_code (record, record->bias, CGPROF_ADDRESS_UNKNOWN);
}
