/* Marks: what the program says happens when.

   SPDX-License-Identifier: MIT  */

#include "file/mark.h"

#include <string.h>

#include <cgprof/format.h>
#include "base/process.h"
#include "file/family.h"
#include "file/file.h"

#define MOST_MARKS 10000
#define MOST_BYTES 255

static uint32_t counts[CGPROF_MARK_RESET + 1];	/* By kind.  */
static struct cgprof_mark *reset;	/* The last one, or NULL.  */

/* Whether there are as many marks of KIND as there may be.  Behind the last
   stop there is room for a start.  */

static int
is_full (uint32_t kind)
{
  return counts[kind] >= MOST_MARKS + (kind == CGPROF_MARK_START);
}

int
cgrt_mark_make (uint32_t kind, uint64_t time, const char *name,
		uint64_t length)
{
  struct cgprof_mark *mark;

  if (is_full (kind))
    return -1;
  /* An earlier one means nothing any more.  */
  if (kind == CGPROF_MARK_RESET && reset)
    {
      reset->time = time;
      return 0;
    }
  if (length > MOST_BYTES)
    length = MOST_BYTES;
  mark = cgrt_file_allocate (sizeof *mark + length);
  if (!mark)
    return -1;
  counts[kind]++;
  if (kind == CGPROF_MARK_RESET)
    reset = mark;
  mark->time = time;
  mark->pid = (uint64_t) cgrt_pid;
  mark->process = cgrt_family_place->record.id;
  mark->kind = kind;
  mark->length = (uint32_t) length;
  memcpy (mark->name, name, length);
  cgrt_file_publish (mark, CGPROF_RECORD_MARK);
  return 0;
}

void
cgrt_mark_fork (void)
{
  memset (counts, 0, sizeof counts);
  reset = NULL;
}
