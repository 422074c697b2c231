/* Of which program a profile in a cgprof.out is, found without the model.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "read/profile-program.h"
#include "base/diag.h"
#include "read/profile-header.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Set *PROGRAM if the module of the SIZE bytes at P, a record of FILE, is the
   program.  */

static bool
profile_program_read (struct profile_program *program, struct arena *arena,
		      const char *file, const unsigned char *p, uint64_t size,
		      bool swap)
{
#define FIELD(WIDTH, NAME)						\
  bytes_##WIDTH (p + offsetof (struct cgprof_module_record, NAME), swap)
  uint64_t left = size - sizeof (struct cgprof_module_record);
  if (size < sizeof (struct cgprof_module_record)
      || !(FIELD (32, flags) & CGPROF_MODULE_MAIN))
    return true;
  uint64_t segments = FIELD (32, segments) * sizeof (struct cgprof_segment);
  uint32_t length = FIELD (32, build_id_length);
  uint32_t path = FIELD (32, path_length);
  if (segments > left || length > left - segments
      || path > left - segments - length)
    return diag_error (file, "bad record of a module: its parts are longer "
		       "than its size, %" PRIu64, size);

  const unsigned char *id = p + sizeof (struct cgprof_module_record)
			    + segments;
  char *build = arena_format (arena, "0x%" PRIx64 " bytes of counters",
			      FIELD (64, counters_size));
  if (length > 0)
    {
      build = arena_take (arena, sizeof "build-id " + 2 * length);
      char *end = stpcpy (build, "build-id ");
      for (uint32_t i = 0; i < length; i++)
	end += sprintf (end, "%02x", id[i]);
    }
#undef FIELD
  program->path = arena_copy (arena, (const char *) id + length, path);
  program->build = build;
  return true;
}

/* Set PROGRAM's numbers of processes, of which a place's last has the one that
   it has.  */

static void
profile_program_count (struct profile_program *program, struct arena *arena,
		       const struct bytes *bytes,
		       const struct cgprof_header *header, bool swap)
{
  struct cgprof_process process;
  uint64_t offset = header->header_size;
  size_t count = 0;
  while (profile_next_process (bytes, swap, &offset, &process))
    count++;
  program->pids = arena_take (arena, count * sizeof *program->pids);
  for (offset = header->header_size;
       profile_next_process (bytes, swap, &offset, &process);)
    program->pids[program->pid_count++] = process.pid;
}

bool
profile_program_find (struct profile_program *program, struct arena *arena,
		      const char *file, uint64_t start,
		      const struct bytes *bytes,
		      const struct cgprof_header *header, bool swap)
{
  *program = (struct profile_program) { NULL };
  profile_program_count (program, arena, bytes, header, swap);
  for (uint64_t offset = header->header_size; offset < bytes->size;)
    {
      const unsigned char *p = bytes->data + offset;
      uint64_t left = bytes->size - offset;
      uint64_t size = left < sizeof (struct cgprof_record)
	? 0 : bytes_64 (p + offsetof (struct cgprof_record, size), swap);
      if (size < sizeof (struct cgprof_record) || size % CGPROF_ALIGN != 0
	  || size > left)
	return diag_error (file, "bad record at offset 0x%" PRIx64
			   ": its size is %" PRIu64 ", expected a multiple "
			   "of %u up to %" PRIu64, start + offset, size,
			   CGPROF_ALIGN, left);
      uint32_t type = bytes_32 (p, swap);
      const uint64_t arguments = sizeof (struct cgprof_command);
      if (type == CGPROF_RECORD_COMMAND && size > arguments)
	program->called = arena_copy (arena, (const char *) p + arguments,
				      size - arguments);
      if (type == CGPROF_RECORD_MODULE
	  && !profile_program_read (program, arena, file, p, size, swap))
	return false;
      offset += size;
    }
  return true;
}

bool
profile_is_single (const char *file, bool *single)
{
  struct bytes head;
  struct cgprof_header header;
  bool swap;
  if (!bytes_read (&head, file, sizeof header))
    return false;
  bool good = profile_header_check (&head, file, &header, &swap);
  bytes_free (&head);
  *single = header.next == 0;
  return good;
}

/* The number of PROGRAM among LIST's.  */

static uint32_t
profile_list_number (struct profile_list *list,
		     const struct profile_program *program)
{
  if (!program->path)
    return MAP_NONE;
  uint32_t *place
    = dict_place (&list->program_map,
		  arena_format (&list->arena, "%s\n%s", program->path,
				program->build));
  if (*place == MAP_NONE)
    {
      *place = list->program_count;
      list->programs = mem_grow (list->programs, &list->program_room,
				 list->program_count + 1,
				 sizeof *list->programs);
      list->programs[list->program_count++] = *program;
    }
  return *place;
}

bool
profile_list_add (struct profile_list *list, const char *file)
{
  uint64_t start = 0;
  bool good = true;
  do
    {
      struct cgprof_header header;
      struct bytes bytes;
      bool swap;
      if (!profile_header_read (&bytes, file, start, &header, &swap))
	return false;
      struct profile_program program;
      good = profile_program_find (&program, &list->arena, file, start,
				   &bytes, &header, swap);
      bytes_free (&bytes);
      list->profiles = mem_grow (list->profiles, &list->room, list->count + 1,
				 sizeof *list->profiles);
      list->profiles[list->count++] = (struct profile_listed) {
	.start = start, .pids = program.pids, .pid_count = program.pid_count,
	.program = profile_list_number (list, &program),
	.called = program.called
      };
      start = header.next == 0 ? 0 : start + header.next;
    }
  while (good && start != 0);
  return good;
}

void
profile_list_free (struct profile_list *list)
{
  free (list->profiles);
  free (list->programs);
  dict_free (&list->program_map);
  arena_free (&list->arena);
  memset (list, 0, sizeof *list);
}

bool
profile_pids_have (const char *pids, uint64_t pid)
{
  bool has = !pids;
  while (!has && *pids)
    {
      char *end;
      has = strtoull (pids, &end, 10) == pid;
      pids = *end ? end + 1 : end;
    }
  return has;
}

bool
profile_pids_have_any (const char *pids, const uint64_t *each, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (profile_pids_have (pids, each[i]))
      return true;
  return !pids;
}

bool
profile_listed_has (const struct profile_listed *listed, uint64_t pid)
{
  for (size_t i = 0; i < listed->pid_count; i++)
    if (listed->pids[i] == pid)
      return true;
  return false;
}

bool
profile_list_has (const struct profile_list *list, uint32_t program,
		  const char *pids)
{
  for (size_t i = 0; i < list->count; i++)
    if (list->profiles[i].program == program
	&& profile_pids_have_any (pids, list->profiles[i].pids,
				  list->profiles[i].pid_count))
      return true;
  return false;
}

bool
profile_list_complain (const struct profile_list *list, const char *file,
		       const char *named)
{
  char *names = NULL;
  size_t size;
  FILE *out = open_memstream (&names, &size);
  if (!out)
    mem_failed ();
  for (size_t i = 0; i < list->program_count; i++)
    fprintf (out, "%s%s", i > 0 ? ", " : "", list->programs[i].path);
  fclose (out);
  diag_error (file, "holds profiles of %s; expected one of %s%s", names,
	      named ? "them, not " : "these programs as IMAGE",
	      named ? named : "");
  free (names);
  return false;
}
