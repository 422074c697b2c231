/* Several profiles in one file.

   Everything that a profile holds, each thread's counts and contexts with the
   addresses of its own process, stays as it is: its bytes are copied, and its
   header is told where the next one begins.  So no program is needed to
   merge, no sum is formed that might be too large, and a report of the merged
   file reads the same as one of its parts.  All must be of one build, for no
   program would fit the others.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "write/merge.h"
#include "base/bytes.h"
#include "base/diag.h"
#include "base/mem.h"
#include "read/profile-header.h"

#include <cgprof/format.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct merge
{
  const char *output;
  FILE *out;
  int error;			/* Why it could not be written, or 0.  */
  struct bytes last;		/* The profile to be written when it is known
				   whether another one follows.  */
  bool swap;			/* Its byte order is not this machine's.  */
  struct arena arena;
  const char *program;		/* The build of what the first profile is of,
				   for people to read; NULL: not known yet.  */
  const char *program_file;	/* That profile.  */
};

static void
merge_put_64 (unsigned char *p, uint64_t value, bool swap)
{
  if (swap)
    value = __builtin_bswap64 (value);
  memcpy (p, &value, sizeof value);
}

/* Write the last profile.  MORE: another one follows.  */

static void
merge_flush (struct merge *merge, bool more)
{
  static const unsigned char zeros[CGPROF_ALIGN];
  struct bytes *last = &merge->last;
  if (!last->data)
    return;
  uint64_t padding = more ? -last->size % CGPROF_ALIGN : 0;
  merge_put_64 (last->data + offsetof (struct cgprof_header, next),
		more ? last->size + padding : 0, merge->swap);
  if (fwrite (last->data, 1, last->size, merge->out) != last->size
      || fwrite (zeros, 1, padding, merge->out) != padding)
    merge->error = errno;
  bytes_free (last);
}

/* Check that the module of the SIZE bytes at P, a record of FILE, is no other
   build of the program than the first profile's.  */

static bool
merge_check_module (struct merge *merge, const char *file,
		    const unsigned char *p, uint64_t size)
{
#define FIELD(WIDTH, NAME)						\
  bytes_##WIDTH (p + offsetof (struct cgprof_module_record, NAME), merge->swap)
  uint64_t left = size - sizeof (struct cgprof_module_record);
  if (size < sizeof (struct cgprof_module_record)
      || !(FIELD (32, flags) & CGPROF_MODULE_MAIN))
    return true;
  uint64_t segments = FIELD (32, segments) * sizeof (struct cgprof_segment);
  uint32_t length = FIELD (32, build_id_length);
  if (segments > left || length > left - segments)
    return diag_error (file, "bad record of a module: its parts are longer "
		       "than its size, %" PRIu64, size);

  char *program = arena_format (&merge->arena, "0x%" PRIx64
				" bytes of counters",
				FIELD (64, counters_size));
  if (length > 0)
    {
      p += sizeof (struct cgprof_module_record) + segments;
      program = arena_take (&merge->arena, sizeof "build-id " + 2 * length);
      char *end = stpcpy (program, "build-id ");
      for (uint32_t i = 0; i < length; i++)
	end += sprintf (end, "%02x", p[i]);
    }
#undef FIELD
  if (!merge->program)
    {
      merge->program = program;
      merge->program_file = file;
    }
  return strcmp (program, merge->program) == 0
    || diag_error (file, "is of another build than %s: it has %s, expected "
		   "%s", merge->program_file, program, merge->program);
}

/* Check that records fill the profile at START of FILE, which is the last
   one, from FIRST to its end.  */

static bool
merge_check_records (struct merge *merge, const char *file,
		     uint64_t start, uint64_t first)
{
  const struct bytes *last = &merge->last;
  for (uint64_t offset = first; offset < last->size;)
    {
      uint64_t left = last->size - offset;
      uint64_t size = left < sizeof (struct cgprof_record)
	? 0 : bytes_64 (last->data + offset
			+ offsetof (struct cgprof_record, size),
			merge->swap);
      if (size < sizeof (struct cgprof_record) || size % CGPROF_ALIGN != 0
	  || size > left)
	return diag_error (file, "bad record at offset 0x%" PRIx64
			   ": its size is %" PRIu64 ", expected a multiple "
			   "of %u up to %" PRIu64, start + offset, size,
			   CGPROF_ALIGN, left);
      const unsigned char *p = last->data + offset;
      if (bytes_32 (p, merge->swap) == CGPROF_RECORD_MODULE
	  && !merge_check_module (merge, file, p, size))
	return false;
      offset += size;
    }
  return true;
}

/* Make the profile at *START of FILE the last one.  *START becomes that of the
   next one in FILE, or 0.  */

static bool
merge_read (struct merge *merge, const char *file, uint64_t *start)
{
  struct cgprof_header header;
  if (!profile_header_read (&merge->last, file, *start, &header, &merge->swap)
      || !merge_check_records (merge, file, *start, header.header_size))
    return false;
  *start = header.next == 0 ? 0 : *start + header.next;
  return true;
}

static bool
merge_all (struct merge *merge, const char *const *files, size_t count)
{
  for (size_t i = 0; i < count; i++)
    {
      uint64_t start = 0;
      do
	{
	  merge_flush (merge, true);
	  if (!merge_read (merge, files[i], &start))
	    return false;
	}
      while (start != 0);
    }
  merge_flush (merge, false);
  return true;
}

/* Where to write what is for OUTPUT, and in *WHOLE whether that is a file
   beside it that takes its place when all is well.  What is there and is no
   file, such as /dev/stdout or a pipe, is never replaced.  */

static const char *
merge_place (struct arena *arena, const char *output, bool *whole)
{
  struct stat status;
  *whole = stat (output, &status) != 0 || S_ISREG (status.st_mode);
  return *whole ? arena_format (arena, "%s.%ld", output, (long) getpid ())
		: output;
}

bool
merge_profiles (const char *const *files, size_t count, const char *output)
{
  struct merge merge = { .output = output };
  /* A link goes on leading to the file.  */
  char *target = realpath (output, NULL);
  bool whole;
  const char *place = merge_place (&merge.arena, target ? target : output,
				   &whole);
  merge.out = fopen (place, whole ? "wbx" : "wb");
  bool good = merge.out
    || diag_error (output, "cannot write: %s", strerror (errno));
  if (good)
    {
      good = merge_all (&merge, files, count);
      bytes_free (&merge.last);
      if (fclose (merge.out) != 0 && !merge.error)
	merge.error = errno;
      if (merge.error && good)
	good = diag_error (output, "cannot write: %s",
			   strerror (merge.error));
      if (whole && good && rename (place, target ? target : output) != 0)
	good = diag_error (output, "cannot write: %s", strerror (errno));
      if (whole && !good)
	remove (place);
    }
  free (target);
  arena_free (&merge.arena);
  return good;
}
