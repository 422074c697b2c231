/* Write cgprof.out IN to OUT as a machine of the other byte order would.
   Use: swap-profile IN OUT

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgprof/format.h"

static void
swap_32 (void *at, size_t size)
{
  for (uint32_t *word = at; size >= 4; size -= 4, word++)
    *word = __builtin_bswap32 (*word);
}

static void
swap_64 (void *at, size_t size)
{
  for (uint64_t *word = at; size >= 8; size -= 8, word++)
    *word = __builtin_bswap64 (*word);
}

/* The bytes of AT from its member FROM up to its member TO.  */
#define PART(AT, FROM, TO) \
  &(AT)->FROM, (size_t) ((char *) &(AT)->TO - (char *) &(AT)->FROM)

static void
swap_record (struct cgprof_record *record)
{
  uint32_t type = record->type;
  uint64_t size = record->size;
  char *end = (char *) record + size;
  swap_32 (PART (record, type, size));
  swap_64 (&record->size, sizeof record->size);
  switch (type)
    {
    case CGPROF_RECORD_COMMAND:
      swap_32 (record + 1, 16);
      break;
    case CGPROF_RECORD_MODULE:
      {
	struct cgprof_module_record *module = (void *) record;
	struct cgprof_segment *segment = (void *) (module + 1);
	for (uint32_t i = 0; i < module->segments; i++)
	  {
	    swap_64 (PART (&segment[i], address, flags));
	    swap_32 (PART (&segment[i], flags, reserved));
	  }
	swap_64 (PART (module, bias, flags));
	swap_32 (&module->flags, 24);
	break;
      }
    case CGPROF_RECORD_COUNTERS:
      swap_32 (record + 1, 8);
      swap_64 ((char *) (record + 1) + 8, 8);
      swap_32 ((char *) (record + 1) + 16, 8);
      swap_64 ((char *) (record + 1) + 24, size - sizeof *record - 24);
      break;
    case CGPROF_RECORD_THREAD:
      swap_32 (record + 1, 16);
      {
	struct cgprof_thread *thread = (void *) record;
	swap_64 (PART (thread, samples, times));
	swap_32 (PART (thread, times, least));
	swap_64 (PART (thread, least, ticks_cpu));
	swap_64 (&thread->ticks_cpu, 8);
	break;
      }
    case CGPROF_RECORD_TIMES:
      {
	struct cgprof_times *times = (void *) record;
	for (uint64_t i = 0; i < times->used; i++)
	  {
	    swap_64 (&times->entries[i].time, 8);
	    swap_32 (&times->entries[i].context, 8);
	  }
	swap_32 (PART (times, owner, capacity));
	swap_64 (PART (times, capacity, entries));
	break;
      }
    case CGPROF_RECORD_MARK:
      {
	struct cgprof_mark *mark = (void *) record;
	swap_64 (PART (mark, time, process));
	swap_32 (PART (mark, process, name));
	break;
      }
    case CGPROF_RECORD_PROCESS:
      {
	struct cgprof_process *process = (void *) record;
	swap_64 (PART (process, pid, end));
	swap_32 (PART (process, end, holder));
	swap_64 (&process->holder, 8);
	swap_32 (PART (process, adjust, rank));
	swap_32 (&process->rank, 4);
	break;
      }
    case CGPROF_RECORD_TARGETS:
    case CGPROF_RECORD_SAMPLES:
      {
	struct cgprof_table *table = (void *) record;
	swap_32 (PART (table, owner, capacity));
	swap_64 (&table->capacity, (size_t) (end - (char *) &table->capacity));
	break;
      }
    case CGPROF_RECORD_IMAGE:
      {
	struct cgprof_image *image = (void *) record;
	swap_64 (&image->of, 8);
	swap_32 (PART (image, set, words));
	swap_64 (&image->words, (size_t) (end - (char *) &image->words));
	break;
      }
    default:
      break;
    }
}

int
main (int argc, char **argv)
{
  FILE *in = argc == 3 ? fopen (argv[1], "rb") : NULL;
  FILE *out = in ? fopen (argv[2], "wb") : NULL;
  if (!out || fseek (in, 0, SEEK_END) != 0)
    return 2;
  size_t size = (size_t) ftell (in);
  char *bytes = malloc (size);
  rewind (in);
  if (!bytes || fread (bytes, 1, size, in) != size)
    return 2;

  struct cgprof_header *header = (void *) bytes;
  uint64_t used = header->used;
  for (uint64_t at = header->header_size; at < used;)
    {
      struct cgprof_record *record = (void *) (bytes + at);
      at += record->size;
      swap_record (record);
    }
  swap_32 (PART (header, version, used));
  swap_64 (PART (header, used, clock));
  swap_32 (PART (header, clock, period));
  swap_64 (PART (header, period, probe));
  swap_32 (&header->probe, 8);
  swap_64 (&header->start_clock, 8);
  swap_64 (&header->longest, 8);
  return fwrite (bytes, 1, size, out) != size || fclose (out) != 0;
}
