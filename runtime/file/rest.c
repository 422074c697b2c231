/* What one process of several has counted in memory, as there was no room for
   it in their file.

   SPDX-License-Identifier: MIT  */

#include "file/rest.h"

#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/message.h"
#include "base/options.h"
#include "base/sys.h"
#include "file/family.h"
#include "file/file.h"
#include "file/name.h"

/* Return how many bytes of RECORD the copy begins with; 0: none.  What follows
   in it are counts, or entries.  Logs and marks stay where they were made, as
   what was counted then does.  */

static uint64_t
copied_bytes (const struct cgprof_record *record)
{
  switch (record->type)
    {
    case CGPROF_RECORD_COMMAND:
    case CGPROF_RECORD_MODULE:
      return record->size;
    case CGPROF_RECORD_THREAD:
      return cgrt_family_owns (record)
	     ? offsetof (struct cgprof_thread, signals) : 0;
    case CGPROF_RECORD_COUNTERS:
      return cgrt_family_owns (record) ? sizeof (struct cgprof_counters) : 0;
    case CGPROF_RECORD_SAMPLES:
      return cgrt_family_owns (record) ? sizeof (struct cgprof_table) : 0;
    case CGPROF_RECORD_PROCESS:
      return cgrt_family_owns (record) ? sizeof (struct cgprof_process) : 0;
    default:
      return 0;
    }
}

/* Write to FD the entries of TABLE without their counts: contexts in memory
   may be called from them.  Returns 0 or an errno.  */

static int
write_contexts (int fd, const struct cgprof_table *table)
{
  int error = 0;

  for (uint64_t i = 0; i < table->capacity && !error; i++)
    {
      const struct cgprof_table_entry *entry = &table->entries[i];
      if (entry->address)
	error = sys_write_at (fd, cgrt_file_offset (entry), entry,
			      offsetof (struct cgprof_table_entry, count));
    }
  return error;
}

/* Write to FD this process's record, as that of a place of its own.  */

static int
write_process (int fd)
{
  struct cgprof_process process = *cgrt_family_self;

  process.record = cgrt_family_place->record;
  process.place = process.record.id;
  process.last = process.record.id;
  process.adjust = cgrt_family_place->adjust;
  process.processes = 1;
  process.older = 0;
  return sys_write_at (fd, cgrt_file_offset (cgrt_family_place), &process,
		       sizeof process);
}

/* Write to FD what stands for the records of the common file, which end at
   BACKED.  What this process has no use for becomes a hole, one record.  */

static int
write_common (int fd, uint64_t backed)
{
  uint64_t hole = 0;
  int error = 0;

  for (uint64_t at = CGRT_FILE_FIRST; at < backed && !error;)
    {
      const struct cgprof_record *record = cgrt_file_at (at);
      uint64_t bytes = copied_bytes (record);
      uint64_t next = at + record->size;

      /* The bytes that were taken last end there.  */
      if (!record->size || next > backed)
	return EIO;
      if (bytes && record->type == CGPROF_RECORD_PROCESS)
	error = write_process (fd);
      else if (bytes)
	error = sys_write_at (fd, at, record, bytes);
      if (!error && record->type == CGPROF_RECORD_SAMPLES && bytes)
	error = write_contexts (fd, (const struct cgprof_table *) record);
      if (!hole && !bytes)
	hole = at;
      if (hole && (bytes || next == backed) && !error)
	{
	  const struct cgprof_record none
	    = { CGPROF_RECORD_NONE, 0, (bytes ? at : next) - hole };
	  error = sys_write_at (fd, hole, &none, sizeof none);
	  hole = 0;
	}
      at = next;
    }
  return error;
}

static int
write_all (int fd, uint64_t backed, uint64_t used)
{
  struct cgprof_header header = *cgrt_file_header ();
  int error = used > sys_limit (RLIMIT_FSIZE) ? EFBIG
					      : write_common (fd, backed);

  if (!error)
    error = sys_write_at (fd, backed, cgrt_file_at (backed), used - backed);
  header.used = used;
  header.pid = cgrt_family_self->pid;
  header.start_time = cgrt_family_self->start_time;
  header.places = cgrt_family_place->record.id;
  /* Last, so that it does not tell of what is not there.  */
  return error ? error : sys_write_at (fd, 0, &header, sizeof header);
}

int
cgrt_rest_write (uint64_t backed, uint64_t used)
{
  /* An alternate stack has no room for it.  */
  static CGRT_BUFFER char temporary[PATH_MAX + 64];
  static CGRT_BUFFER char written[PATH_MAX];
  int fd, error;

  if (!backed)
    return 0;
  if (used == backed)
    return 1;
  fd = cgrt_name_open_temporary (cgrt_name_path, temporary,
				 sizeof temporary);
  error = fd < 0 ? -fd : write_all (fd, backed, used);
  if (fd >= 0)
    sys_close (fd);
  if (!error && written[0])
    error = rename (temporary, written) < 0 ? errno : 0;
  else if (!error)
    {
      error = EBUSY;
      for (unsigned i = 1; i < CGRT_NAME_MOST && error == EBUSY; i++)
	{
	  error = cgrt_name_expand (cgrt_options.out, i);
	  if (!error)
	    error = cgrt_name_take (temporary, cgrt_name_path);
	}
      if (!error)
	memcpy (written, cgrt_name_path, strlen (cgrt_name_path) + 1);
    }
  if (fd >= 0 && error)
    unlink (temporary);
  if (error)
    cgrt_message (cgrt_name_written, "cannot write", error);
  return !error;
}
