/* Every byte of a cgprof.out, explained.

   The tables below are include/cgprof/format.h once more, for printing.  No
   byte is believed: a number only leads on if what it promises is there.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "write/dump.h"
#include "base/bytes.h"
#include "base/diag.h"
#include "base/print.h"
#include "read/profile-header.h"

#include <cgprof/format.h>
#include <inttypes.h>
#include <string.h>

/* What a field's value means.  */
enum dump_kind
{
  DUMP_BYTES,			/* Text, or hexadecimal.  */
  DUMP_NUMBER,
  DUMP_HEX,			/* An address, an offset or a mark.  */
  DUMP_TIME,			/* In nanoseconds.  */
  DUMP_FLAGS,			/* Names of bits.  */
  DUMP_NAME			/* Names of values.  */
};

struct dump_field
{
  const char *name;
  uint16_t offset;
  uint16_t size;		/* 4 or 8, if it is a number.  */
  uint8_t kind;			/* enum dump_kind.  */
  const char *const *names;	/* Of bits or values, NULL-terminated.  */
};

static const char *const dump_ends[]
  = { "none", "exit", "_exit", "exec", "signal", NULL };
static const char *const dump_clocks[] = { "none", "cpu", "wall", NULL };
static const char *const dump_samplers[]
  = { "none", "perf", "timer", "both", NULL };
static const char *const dump_systems[]
  = { "none", "sampled", "processor", "kernel", "refused", NULL };
static const char *const dump_module_flags[]
  = { "main", "instrumented", "vdso", NULL };
static const char *const dump_segment_flags[] = { "x", "w", "r", NULL };
static const char *const dump_sets[]
  = { "stopped", "minus 1", "minus 2", NULL };
static const char *const dump_marks[]
  = { "named", "stop", "start", "reset", NULL };
static const char *const dump_types[] = {
  "none", "command", "module", "counters", "thread", "targets", "samples",
  "image", "process", "times", "mark", NULL
};

#define DUMP_FIELD(type, member, kind, names) \
  { #member, offsetof (struct type, member), \
    sizeof ((struct type *) 0)->member, kind, names }

static const struct dump_field dump_header_fields[] = {
  DUMP_FIELD (cgprof_header, magic, DUMP_BYTES, NULL),
  DUMP_FIELD (cgprof_header, version, DUMP_NUMBER, NULL),
  DUMP_FIELD (cgprof_header, byte_order, DUMP_HEX, NULL),
  DUMP_FIELD (cgprof_header, header_size, DUMP_NUMBER, NULL),
  DUMP_FIELD (cgprof_header, word_size, DUMP_NUMBER, NULL),
  DUMP_FIELD (cgprof_header, used, DUMP_NUMBER, NULL),
  DUMP_FIELD (cgprof_header, pid, DUMP_NUMBER, NULL),
  DUMP_FIELD (cgprof_header, start_time, DUMP_TIME, NULL),
  DUMP_FIELD (cgprof_header, clock, DUMP_NAME, dump_clocks),
  DUMP_FIELD (cgprof_header, places, DUMP_NUMBER, NULL),
  DUMP_FIELD (cgprof_header, period, DUMP_TIME, NULL),
  DUMP_FIELD (cgprof_header, next, DUMP_HEX, NULL),
  DUMP_FIELD (cgprof_header, room, DUMP_NUMBER, NULL),
  DUMP_FIELD (cgprof_header, probe, DUMP_NUMBER, NULL),
  DUMP_FIELD (cgprof_header, gate, DUMP_NUMBER, NULL),
  DUMP_FIELD (cgprof_header, start_clock, DUMP_TIME, NULL),
  DUMP_FIELD (cgprof_header, longest, DUMP_TIME, NULL),
  { 0 }
};

static const struct dump_field dump_record_fields[] = {
  DUMP_FIELD (cgprof_record, type, DUMP_NAME, dump_types),
  DUMP_FIELD (cgprof_record, id, DUMP_NUMBER, NULL),
  DUMP_FIELD (cgprof_record, size, DUMP_NUMBER, NULL),
  { 0 }
};

/* SHARED, LOW and HIGH are what stands where a sum has something else.  */
#define DUMP_PROCESS_FIELDS(shared, kind, low, high) \
  DUMP_FIELD (cgprof_process, pid, DUMP_NUMBER, NULL), \
  DUMP_FIELD (cgprof_process, ppid, DUMP_NUMBER, NULL), \
  DUMP_FIELD (cgprof_process, start_time, DUMP_TIME, NULL), \
  DUMP_FIELD (cgprof_process, end_time, DUMP_TIME, NULL), \
  DUMP_FIELD (cgprof_process, cpu_user, DUMP_TIME, NULL), \
  DUMP_FIELD (cgprof_process, cpu_system, DUMP_TIME, NULL), \
  DUMP_FIELD (cgprof_process, end, DUMP_NAME, dump_ends), \
  DUMP_FIELD (cgprof_process, status, DUMP_NUMBER, NULL), \
  DUMP_FIELD (cgprof_process, place, DUMP_NUMBER, NULL), \
  DUMP_FIELD (cgprof_process, processes, DUMP_NUMBER, NULL), \
  DUMP_FIELD (cgprof_process, sampler, DUMP_NAME, dump_samplers), \
  DUMP_FIELD (cgprof_process, system, DUMP_NAME, dump_systems), \
  DUMP_FIELD (cgprof_process, shared, kind, NULL), \
  DUMP_FIELD (cgprof_process, adjust, DUMP_NUMBER, NULL), \
  DUMP_FIELD (cgprof_process, older, DUMP_NUMBER, NULL), \
  DUMP_FIELD (cgprof_process, low, DUMP_NUMBER, NULL), \
  DUMP_FIELD (cgprof_process, high, DUMP_NUMBER, NULL), \
  DUMP_FIELD (cgprof_process, sections, DUMP_NUMBER, NULL), \
  DUMP_FIELD (cgprof_process, modules, DUMP_NUMBER, NULL), \
  DUMP_FIELD (cgprof_process, command, DUMP_NUMBER, NULL), \
  DUMP_FIELD (cgprof_process, rank, DUMP_NUMBER, NULL), \
  { 0 }

static const struct dump_field dump_process_fields[] = {
  DUMP_PROCESS_FIELDS (holder, DUMP_HEX, last, threads)
};

static const struct dump_field dump_sum_process_fields[] = {
  DUMP_PROCESS_FIELDS (calls, DUMP_NUMBER, ns_low, ns_high)
};

static const struct dump_field dump_command_fields[] = {
  DUMP_FIELD (cgprof_command, process, DUMP_NUMBER, NULL),
  DUMP_FIELD (cgprof_command, reserved, DUMP_NUMBER, NULL),
  DUMP_FIELD (cgprof_command, length, DUMP_NUMBER, NULL),
  DUMP_FIELD (cgprof_command, host_length, DUMP_NUMBER, NULL),
  { 0 }
};

static const struct dump_field dump_module_fields[] = {
  DUMP_FIELD (cgprof_module_record, bias, DUMP_HEX, NULL),
  DUMP_FIELD (cgprof_module_record, counters, DUMP_HEX, NULL),
  DUMP_FIELD (cgprof_module_record, counters_size, DUMP_NUMBER, NULL),
  DUMP_FIELD (cgprof_module_record, loaded, DUMP_TIME, NULL),
  DUMP_FIELD (cgprof_module_record, unloaded, DUMP_TIME, NULL),
  DUMP_FIELD (cgprof_module_record, flags, DUMP_FLAGS, dump_module_flags),
  DUMP_FIELD (cgprof_module_record, segments, DUMP_NUMBER, NULL),
  DUMP_FIELD (cgprof_module_record, build_id_length, DUMP_NUMBER, NULL),
  DUMP_FIELD (cgprof_module_record, path_length, DUMP_NUMBER, NULL),
  DUMP_FIELD (cgprof_module_record, process, DUMP_NUMBER, NULL),
  DUMP_FIELD (cgprof_module_record, older, DUMP_NUMBER, NULL),
  { 0 }
};

static const struct dump_field dump_segment_fields[] = {
  DUMP_FIELD (cgprof_segment, address, DUMP_HEX, NULL),
  DUMP_FIELD (cgprof_segment, size, DUMP_NUMBER, NULL),
  DUMP_FIELD (cgprof_segment, flags, DUMP_FLAGS, dump_segment_flags),
  DUMP_FIELD (cgprof_segment, reserved, DUMP_NUMBER, NULL),
  { 0 }
};

static const struct dump_field dump_counters_fields[] = {
  DUMP_FIELD (cgprof_counters, module, DUMP_NUMBER, NULL),
  DUMP_FIELD (cgprof_counters, thread, DUMP_NUMBER, NULL),
  DUMP_FIELD (cgprof_counters, words, DUMP_NUMBER, NULL),
  DUMP_FIELD (cgprof_counters, process, DUMP_NUMBER, NULL),
  DUMP_FIELD (cgprof_counters, older, DUMP_NUMBER, NULL),
  DUMP_FIELD (cgprof_counters, reserved, DUMP_BYTES, NULL),
  { 0 }
};

static const struct dump_field dump_thread_fields[] = {
  DUMP_FIELD (cgprof_thread, process, DUMP_NUMBER, NULL),
  DUMP_FIELD (cgprof_thread, older, DUMP_NUMBER, NULL),
  DUMP_FIELD (cgprof_thread, copies, DUMP_NUMBER, NULL),
  DUMP_FIELD (cgprof_thread, tick, DUMP_NUMBER, NULL),
  DUMP_FIELD (cgprof_thread, samples, DUMP_HEX, NULL),
  DUMP_FIELD (cgprof_thread, tid, DUMP_NUMBER, NULL),
  DUMP_FIELD (cgprof_thread, threads, DUMP_NUMBER, NULL),
  DUMP_FIELD (cgprof_thread, signals, DUMP_NUMBER, NULL),
  DUMP_FIELD (cgprof_thread, lost, DUMP_NUMBER, NULL),
  DUMP_FIELD (cgprof_thread, truncated, DUMP_NUMBER, NULL),
  DUMP_FIELD (cgprof_thread, folded, DUMP_NUMBER, NULL),
  DUMP_FIELD (cgprof_thread, times, DUMP_NUMBER, NULL),
  DUMP_FIELD (cgprof_thread, ticks, DUMP_NUMBER, NULL),
  DUMP_FIELD (cgprof_thread, least, DUMP_TIME, NULL),
  DUMP_FIELD (cgprof_thread, ticks_cpu, DUMP_TIME, NULL),
  { 0 }
};

static const struct dump_field dump_table_fields[] = {
  DUMP_FIELD (cgprof_table, owner, DUMP_NUMBER, NULL),
  DUMP_FIELD (cgprof_table, used, DUMP_NUMBER, NULL),
  DUMP_FIELD (cgprof_table, capacity, DUMP_NUMBER, NULL),
  DUMP_FIELD (cgprof_table, site, DUMP_NUMBER, NULL),
  DUMP_FIELD (cgprof_table, next, DUMP_HEX, NULL),
  DUMP_FIELD (cgprof_table, dead, DUMP_NUMBER, NULL),
  { 0 }
};

static const struct dump_field dump_entry_fields[] = {
  DUMP_FIELD (cgprof_table_entry, address, DUMP_HEX, NULL),
  DUMP_FIELD (cgprof_table_entry, parent, DUMP_HEX, NULL),
  DUMP_FIELD (cgprof_table_entry, count, DUMP_NUMBER, NULL),
  DUMP_FIELD (cgprof_table_entry, weight, DUMP_TIME, NULL),
  { 0 }
};

static const struct dump_field dump_image_fields[] = {
  DUMP_FIELD (cgprof_image, of, DUMP_HEX, NULL),
  DUMP_FIELD (cgprof_image, set, DUMP_NAME, dump_sets),
  DUMP_FIELD (cgprof_image, reserved, DUMP_NUMBER, NULL),
  DUMP_FIELD (cgprof_image, words, DUMP_NUMBER, NULL),
  DUMP_FIELD (cgprof_image, reserved2, DUMP_BYTES, NULL),
  { 0 }
};

static const struct dump_field dump_times_fields[] = {
  DUMP_FIELD (cgprof_times, owner, DUMP_NUMBER, NULL),
  DUMP_FIELD (cgprof_times, older, DUMP_NUMBER, NULL),
  DUMP_FIELD (cgprof_times, capacity, DUMP_NUMBER, NULL),
  DUMP_FIELD (cgprof_times, used, DUMP_NUMBER, NULL),
  DUMP_FIELD (cgprof_times, reserved, DUMP_NUMBER, NULL),
  { 0 }
};

static const struct dump_field dump_time_fields[] = {
  DUMP_FIELD (cgprof_time, time, DUMP_TIME, NULL),
  DUMP_FIELD (cgprof_time, context, DUMP_NUMBER, NULL),
  DUMP_FIELD (cgprof_time, weight, DUMP_NUMBER, NULL),
  { 0 }
};

static const struct dump_field dump_mark_fields[] = {
  DUMP_FIELD (cgprof_mark, time, DUMP_TIME, NULL),
  DUMP_FIELD (cgprof_mark, pid, DUMP_NUMBER, NULL),
  DUMP_FIELD (cgprof_mark, process, DUMP_NUMBER, NULL),
  DUMP_FIELD (cgprof_mark, kind, DUMP_NAME, dump_marks),
  DUMP_FIELD (cgprof_mark, length, DUMP_NUMBER, NULL),
  DUMP_FIELD (cgprof_mark, reserved, DUMP_NUMBER, NULL),
  { 0 }
};

/* The fields of a record behind those that all have, by type.  */
static const struct dump_field *const dump_fields[] = {
  NULL, dump_command_fields, dump_module_fields, dump_counters_fields,
  dump_thread_fields, dump_table_fields, dump_table_fields,
  dump_image_fields, dump_process_fields, dump_times_fields, dump_mark_fields
};

#define DUMP_TYPES (sizeof dump_fields / sizeof *dump_fields)

struct dump
{
  FILE *out;
  const char *file;
  const char *record;		/* The kind of what is being explained.  */
  unsigned char *data;		/* Of the file.  */
  uint64_t at;			/* What is explained next, */
  uint64_t end;			/* and where that must stop.  */
  bool swap;
  bool sum;			/* The profile is one (merge --sum).  */
  bool bad;			/* Something was wrong, and told.  */
};

/* Begin a line about SIZE bytes named NAME, with the number INDEX if it is not
   negative.  */

static void
dump_begin (const struct dump *dump, uint64_t size, const char *name,
	    int64_t index)
{
  char text[24];
  int width = snprintf (text, sizeof text, "%08" PRIx64, dump->at);
  print_text (dump->out, text, width);
  putc_unlocked (' ', dump->out);
  print_count (dump->out, size, 8);
  putc_unlocked (' ', dump->out);
  print_text (dump->out, dump->record, strlen (dump->record));
  putc_unlocked ('.', dump->out);
  print_text (dump->out, name, strlen (name));
  if (index >= 0)
    {
      putc_unlocked (' ', dump->out);
      print_count (dump->out, index, 0);
    }
  putc_unlocked ('\t', dump->out);
}

static void
dump_end (struct dump *dump, uint64_t size)
{
  putc_unlocked ('\n', dump->out);
  dump->at += size;
}

/* Print SIZE bytes at P as text, if they are, else in hexadecimal.  */

static void
dump_print_bytes (const struct dump *dump, const unsigned char *p,
		  uint64_t size)
{
  bool text = size > 0, zero = true;
  for (uint64_t i = 0; i < size; i++)
    {
      text = text && ((p[i] >= ' ' && p[i] < 0x7f) || p[i] == 0
		      || p[i] == '\n' || p[i] == 0x1a);
      zero = zero && p[i] == 0;
    }
  if (zero)
    fputs ("0", dump->out);
  else if (!text)
    for (uint64_t i = 0; i < size; i++)
      fprintf (dump->out, "%02x", p[i]);
  else
    {
      fputc ('"', dump->out);
      for (uint64_t i = 0; i < size; i++)
	if (p[i] < ' ')
	  fprintf (dump->out, "\\%03o", p[i]);
	else
	  fprintf (dump->out, p[i] == '"' || p[i] == '\\' ? "\\%c" : "%c",
		   p[i]);
      fputc ('"', dump->out);
    }
}

/* Explain SIZE bytes of any kind.  */

static void
dump_bytes (struct dump *dump, uint64_t size, const char *name)
{
  if (size == 0)
    return;
  dump_begin (dump, size, name, -1);
  dump_print_bytes (dump, dump->data + dump->at, size);
  dump_end (dump, size);
}

static void
dump_print_flags (const struct dump *dump, uint64_t value,
		  const char *const *names)
{
  print_count (dump->out, value, 0);
  const char *before = " (";
  for (; *names; names++, value >>= 1)
    if (value & 1)
      {
	fprintf (dump->out, "%s%s", before, *names);
	before = ", ";
      }
  if (before[0] == ',')
    fputc (')', dump->out);
}

static void
dump_print_name (const struct dump *dump, uint64_t value,
		 const char *const *names)
{
  print_count (dump->out, value, 0);
  for (uint64_t i = 0; names[i]; i++)
    if (i == value)
      fprintf (dump->out, " (%s)", names[i]);
}

/* Explain the field FIELD of a struct that begins at START.  */

static void
dump_field (struct dump *dump, uint64_t start,
	    const struct dump_field *field)
{
  const unsigned char *p = dump->data + start + field->offset;
  dump_begin (dump, field->size, field->name, -1);
  uint64_t value = field->size == 4 ? bytes_32 (p, dump->swap)
    : field->size == 8 ? bytes_64 (p, dump->swap) : 0;
  switch ((enum dump_kind) field->kind)
    {
    case DUMP_BYTES:
      dump_print_bytes (dump, p, field->size);
      break;
    case DUMP_NUMBER:
      print_count (dump->out, value, 0);
      break;
    case DUMP_HEX:
      fprintf (dump->out, "0x%" PRIx64, value);
      break;
    case DUMP_TIME:
      print_count (dump->out, value / 1000000000, 0);
      fprintf (dump->out, ".%09" PRIu64 " s", value % 1000000000);
      break;
    case DUMP_FLAGS:
      dump_print_flags (dump, value, field->names);
      break;
    case DUMP_NAME:
      dump_print_name (dump, value, field->names);
      break;
    }
  dump_end (dump, field->size);
}

/* Explain FIELDS of the struct at START, from dump->at on.  False if the bytes
   end in it.  */

static bool
dump_struct (struct dump *dump, uint64_t start,
	     const struct dump_field *fields)
{
  for (; fields->name; fields++)
    {
      uint64_t offset = start + fields->offset;
      if (offset + fields->size > dump->end)
	return false;
      if (offset > dump->at)
	dump_bytes (dump, offset - dump->at, "padding");
      dump_field (dump, start, fields);
    }
  return true;
}

/* The number at OFFSET of the struct at START, of SIZE bytes, or 0 if that is
   not there.  */

static uint64_t
dump_number (const struct dump *dump, uint64_t start, size_t offset,
	     size_t size)
{
  if (start + offset + size > dump->end)
    return 0;
  const unsigned char *p = dump->data + start + offset;
  return size == 4 ? bytes_32 (p, dump->swap) : bytes_64 (p, dump->swap);
}

#define DUMP_NUMBER_OF(dump, start, type, member) \
  dump_number (dump, start, offsetof (struct type, member), \
	       sizeof ((struct type *) 0)->member)

static bool
dump_is_zero (const struct dump *dump, uint64_t at, uint64_t size)
{
  for (uint64_t i = 0; i < size; i++)
    if (dump->data[at + i] != 0)
      return false;
  return true;
}

/* Explain COUNT words; a run of zeros is one line.  False if there are
   fewer.  */

static bool
dump_words (struct dump *dump, uint64_t count)
{
  uint64_t there = (dump->end - dump->at) / 8;
  for (uint64_t i = 0; i < count && i < there;)
    {
      uint64_t zeros = 0;
      while (i + zeros < count && i + zeros < there
	     && dump_is_zero (dump, dump->at + 8 * zeros, 8))
	zeros++;
      dump_begin (dump, zeros > 0 ? 8 * zeros : 8, "word", i);
      uint64_t value = bytes_64 (dump->data + dump->at, dump->swap);
      print_count (dump->out, value, 0);
      if (zeros > 1)
	fprintf (dump->out, " (and the next %" PRIu64 ")", zeros - 1);
      else if (value >> 32)
	fprintf (dump->out, " (0x%" PRIx64 ")", value);
      dump_end (dump, zeros > 0 ? 8 * zeros : 8);
      i += zeros > 0 ? zeros : 1;
    }
  return count <= there;
}

/* Explain COUNT entries of a table; a run of free ones is one line.  */

static bool
dump_entries (struct dump *dump, uint64_t count)
{
  const uint64_t size = sizeof (struct cgprof_table_entry);
  uint64_t there = (dump->end - dump->at) / size;
  for (uint64_t i = 0; i < count && i < there;)
    {
      uint64_t zeros = 0;
      while (i + zeros < count && i + zeros < there
	     && dump_is_zero (dump, dump->at + size * zeros, size))
	zeros++;
      if (zeros > 0)
	{
	  dump_begin (dump, size * zeros, "entry", i);
	  fprintf (dump->out, "free (%" PRIu64 ")", zeros);
	  dump_end (dump, size * zeros);
	}
      else if (!dump_struct (dump, dump->at, dump_entry_fields))
	return false;
      i += zeros > 0 ? zeros : 1;
    }
  return count <= there;
}

/* Explain COUNT entries of a log.  False if there are fewer.  */

static bool
dump_times (struct dump *dump, uint64_t count)
{
  for (; count > 0; count--)
    if (dump->end - dump->at < sizeof (struct cgprof_time)
	|| !dump_struct (dump, dump->at, dump_time_fields))
      return false;
  return true;
}

/* Explain the LENGTH bytes named NAME.  False if there are fewer.  */

static bool
dump_part (struct dump *dump, uint64_t length, const char *name)
{
  if (length > dump->end - dump->at)
    return false;
  dump_bytes (dump, length, name);
  return true;
}

/* Explain what follows the fields of the record of TYPE at START.  */

static bool
dump_contents (struct dump *dump, uint64_t start, uint32_t type)
{
  switch (type)
    {
    case CGPROF_RECORD_COMMAND:
      return dump_part (dump, DUMP_NUMBER_OF (dump, start, cgprof_command,
					      length), "arguments")
	&& dump_part (dump, DUMP_NUMBER_OF (dump, start, cgprof_command,
					    host_length), "host");
    case CGPROF_RECORD_MODULE:
      for (uint64_t i = DUMP_NUMBER_OF (dump, start, cgprof_module_record,
					segments); i > 0; i--)
	if (dump->end - dump->at < sizeof (struct cgprof_segment)
	    || !dump_struct (dump, dump->at, dump_segment_fields))
	  return false;
      return dump_part (dump, DUMP_NUMBER_OF (dump, start,
					      cgprof_module_record,
					      build_id_length), "build_id")
	&& dump_part (dump, DUMP_NUMBER_OF (dump, start,
					    cgprof_module_record,
					    path_length), "path");
    case CGPROF_RECORD_COUNTERS:
      return dump_words (dump, DUMP_NUMBER_OF (dump, start, cgprof_counters,
					       words));
    case CGPROF_RECORD_IMAGE:
      return dump_words (dump, DUMP_NUMBER_OF (dump, start, cgprof_image,
					       words));
    case CGPROF_RECORD_TARGETS:
    case CGPROF_RECORD_SAMPLES:
      return dump_entries (dump, DUMP_NUMBER_OF (dump, start, cgprof_table,
						 capacity));
    case CGPROF_RECORD_TIMES:
      return dump_times (dump, DUMP_NUMBER_OF (dump, start, cgprof_times,
					       used));
    case CGPROF_RECORD_MARK:
      return dump_part (dump, DUMP_NUMBER_OF (dump, start, cgprof_mark,
					      length), "name");
    default:
      return true;
    }
}

/* Say WHAT is wrong at OFFSET, unless that something is was told already.  */

static void
dump_bad (struct dump *dump, uint64_t offset, const char *what)
{
  if (!dump->bad)
    diag_error (dump->file, "bad record at offset 0x%" PRIx64 ": %s", offset,
		what);
  dump->bad = true;
}

/* Explain the record at dump->at, which may reach to END.  False if it cannot
   be told where the next one begins.  */

static bool
dump_record (struct dump *dump, uint64_t end)
{
  uint64_t start = dump->at;
  dump->end = end;
  dump->record = "record";
  if (end - start < sizeof (struct cgprof_record))
    {
      dump_bad (dump, start, "the file ends in it");
      return false;
    }
  uint32_t type = DUMP_NUMBER_OF (dump, start, cgprof_record, type);
  uint64_t size = DUMP_NUMBER_OF (dump, start, cgprof_record, size);
  bool sized = size >= sizeof (struct cgprof_record)
    && size % CGPROF_ALIGN == 0;
  if (type < DUMP_TYPES)
    dump->record = dump_types[type];
  else
    dump_bad (dump, start, "it is of no known type");
  if (!sized)
    dump_bad (dump, start, "its size is no multiple of 64");
  else if (size > end - start)
    dump_bad (dump, start, "it is longer than the file");
  else
    dump->end = start + size;
  dump_struct (dump, start, dump_record_fields);
  if (!sized)
    return false;
  const struct dump_field *fields
    = type >= DUMP_TYPES ? NULL
    : dump->sum && type == CGPROF_RECORD_PROCESS
    ? dump_sum_process_fields : dump_fields[type];
  if (fields
      && (!dump_struct (dump, start, fields)
	  || !dump_contents (dump, start, type)))
    dump_bad (dump, start, "its parts are longer than the record");
  dump_bytes (dump, dump->end - dump->at, dump->bad ? "bytes" : "padding");
  return true;
}

/* Explain the profile at dump->at of a file of SIZE bytes; return the place of
   the next one, or 0.  What is wrong is told once; all is explained as far as
   it can be told where it begins.  */

static uint64_t
dump_profile (struct dump *dump, uint64_t size)
{
  uint64_t start = dump->at;
  dump->end = size;
  dump->record = "header";
  const struct bytes bytes = {
    .data = dump->data + start, .size = size - start,
    .file_size = size - start
  };
  struct cgprof_header header;
  dump->bad = !profile_header_check (&bytes, dump->file, &header,
				     &dump->swap);
  if (memcmp (header.magic, CGPROF_MAGIC, sizeof header.magic) != 0)
    {
      dump_bytes (dump, size - start, "bytes");
      return 0;
    }
  dump->sum = header.pid == 0;
  bool whole = dump_struct (dump, start, dump_header_fields);
  uint64_t first = header.header_size;
  uint64_t end
    = whole && header.used <= size - start ? start + header.used : size;
  if (!whole || first < sizeof (struct cgprof_header) || first > end - start)
    first = end - start;
  if (start + first > dump->at)
    dump_bytes (dump, start + first - dump->at,
		dump->bad ? "bytes" : "padding");
  while (dump->at < end && dump_record (dump, end))
    continue;
  if (dump->at < end)
    dump_bytes (dump, end - dump->at, "bytes");
  if (header.next == 0 || dump->bad)
    return 0;
  dump->record = "profile";
  dump_bytes (dump, start + header.next - dump->at, "padding");
  return start + header.next;
}

bool
dump_file (const char *file, FILE *out)
{
  struct bytes bytes;
  if (!bytes_read (&bytes, file, UINT64_MAX))
    return false;
  struct dump dump = { .out = out, .file = file, .data = bytes.data };
  while (dump_profile (&dump, bytes.size) != 0)
    continue;
  if (!dump.bad && bytes.size > dump.at)
    fprintf (out, "%08" PRIx64 " %8" PRIu64 " unused\n", dump.at,
	     bytes.size - dump.at);
  bytes_free (&bytes);
  return !dump.bad;
}
