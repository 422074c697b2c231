/* Several profiles in one file.

   Everything that a profile holds, each thread's counts and contexts with the
   addresses of its own process, stays as it is: its bytes are copied, and its
   header is told where the next one begins.  So no program is needed to
   merge, no sum is formed that might be too large, and a report of the merged
   file reads the same as one of its parts.  They may be of several programs,
   but not of several builds of one: no program would fit the others.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "write/merge.h"
#include "base/bytes.h"
#include "base/diag.h"
#include "base/mem.h"
#include "read/profile-header.h"
#include "read/profile-program.h"

#include <cgprof/format.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A program of which there was a profile.  */
struct merge_program
{
  const char *build;		/* For people to read.  */
  const char *file;		/* That profile.  */
};

struct merge
{
  const char *output;
  FILE *out;
  enum merge_builds builds;
  int error;			/* Why it could not be written, or 0.  */
  struct bytes last;		/* The profile to be written when it is known
				   whether another one follows.  */
  bool swap;			/* Its byte order is not this machine's.  */
  struct arena arena;
  struct merge_program *programs;
  size_t program_count, program_room;
  struct dict known;		/* Program by its path.  */
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

/* Check that PROGRAM, of a profile in FILE, is no other build than that of an
   earlier profile.  */

static bool
merge_check_program (struct merge *merge, const char *file,
		     const struct profile_program *program)
{
  if (!program->path || merge->builds == MERGE_ANY_BUILD)
    return true;
  uint32_t *place = dict_place (&merge->known, program->path);
  if (*place == MAP_NONE)
    {
      *place = merge->program_count;
      merge->programs = mem_grow (merge->programs, &merge->program_room,
				  merge->program_count + 1,
				  sizeof *merge->programs);
      merge->programs[merge->program_count++] = (struct merge_program) {
	.build = program->build, .file = file
      };
    }
  const struct merge_program *first = &merge->programs[*place];
  return strcmp (program->build, first->build) == 0
    || diag_error (file, "is of another build than %s: it has %s, expected "
		   "%s", first->file, program->build, first->build);
}

/* Make the profile at *START of FILE the last one.  *START becomes that of the
   next one in FILE, or 0.  */

static bool
merge_read (struct merge *merge, const char *file, uint64_t *start)
{
  struct cgprof_header header;
  struct profile_program program;
  if (!profile_header_read (&merge->last, file, *start, &header, &merge->swap)
      || !profile_program_find (&program, &merge->arena, file, *start,
				&merge->last, &header, merge->swap)
      || !merge_check_program (merge, file, &program))
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
merge_profiles (const char *const *files, size_t count,
		enum merge_builds builds, const char *output)
{
  struct merge merge = { .output = output, .builds = builds };
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
  free (merge.programs);
  dict_free (&merge.known);
  arena_free (&merge.arena);
  return good;
}
