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
  struct dict known;		/* Program by its path, and by "PATH\nBUILD"
				   for each build it may be of.  */
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

/* Check that PROGRAM, of a profile in FILE, is no other build than the first
   file's profiles of it; that one may have several, if it is a whole run's.  */

static bool
merge_check_program (struct merge *merge, const char *file,
		     const struct profile_program *program)
{
  if (!program->path || merge->builds == MERGE_ANY_BUILD)
    return true;
  uint32_t known = dict_find (&merge->known, program->path);
  if (known == MAP_NONE)
    {
      known = merge->program_count;
      *dict_place (&merge->known,
		   arena_string (&merge->arena, program->path)) = known;
      merge->programs = mem_grow (merge->programs, &merge->program_room,
				  merge->program_count + 1,
				  sizeof *merge->programs);
      merge->programs[merge->program_count++] = (struct merge_program) {
	.build = arena_string (&merge->arena, program->build), .file = file
      };
    }
  const struct merge_program *first = &merge->programs[known];
  char *build = arena_format (&merge->arena, "%s\n%s", program->path,
			      program->build);
  if (strcmp (file, first->file) == 0)
    *dict_place (&merge->known, build) = known;
  return dict_find (&merge->known, build) != MAP_NONE
    || diag_error (file, "is of another build than %s: it has %s, expected "
		   "%s", first->file, program->build, first->build);
}

/* One of the profiles that are merged, wherever it is.  */
struct merge_part
{
  const char *file;
  uint64_t start;		/* Its offset in FILE.  */
  uint64_t time;		/* When its process started, */
  uint64_t pid;			/* and the number of that.  */
  uint64_t hash;		/* 0: not needed so far.  */
};

/* Add the profiles of FILE, which may be a merged one, to *PARTS.  */

static bool
merge_list (struct merge_part **parts, size_t *count, size_t *room,
	    const char *file)
{
  uint64_t start = 0;
  bool more = true;
  while (more)
    {
      struct bytes head;
      struct cgprof_header header;
      bool swap;
      if (!bytes_read_at (&head, file, start, sizeof header))
	return false;
      bool good = profile_header_check (&head, file, &header, &swap);
      bytes_free (&head);
      if (!good)
	return false;
      *parts = mem_grow (*parts, room, *count + 1, sizeof **parts);
      (*parts)[(*count)++] = (struct merge_part) {
	.file = file, .start = start, .time = header.start_time,
	.pid = header.pid
      };
      more = header.next != 0;
      start += header.next;
    }
  return true;
}

/* In the order in which the processes started, so that the same profiles make
   the same file, however they are given.  */

static int
merge_compare (const void *x, const void *y)
{
  const struct merge_part *a = x, *b = y;
  if (a->time != b->time)
    return a->time < b->time ? -1 : 1;
  if (a->pid != b->pid)
    return a->pid < b->pid ? -1 : 1;
  return a->hash != b->hash ? (a->hash < b->hash ? -1 : 1) : 0;
}

/* Set PART's hash to one of all its bytes.  What cannot be read is found again
   when it is merged.  */

static void
merge_hash (struct merge_part *part)
{
  struct bytes bytes = { NULL };
  struct cgprof_header header;
  bool swap;
  if (!profile_header_read (&bytes, part->file, part->start, &header, &swap))
    return;
  memset (bytes.data + offsetof (struct cgprof_header, next), 0,
	  sizeof header.next);
  uint64_t hash = bytes.size;
  uint64_t word;
  for (size_t i = 0; i + sizeof word <= bytes.size; i += sizeof word)
    {
      memcpy (&word, bytes.data + i, sizeof word);
      hash = (hash ^ word) * UINT64_C (0x9e3779b97f4a7c15);
      hash ^= hash >> 32;
    }
  part->hash = hash;
  bytes_free (&bytes);
}

/* Sort the COUNT PARTS.  Those of one process number and time, as several hosts
   may have them, by their hashes: of equal ones any may come first.  */

static void
merge_sort (struct merge_part *parts, size_t count)
{
  qsort (parts, count, sizeof *parts, merge_compare);
  for (size_t first = 0, end; first < count; first = end)
    {
      end = first + 1;
      while (end < count && merge_compare (&parts[first], &parts[end]) == 0)
	end++;
      if (end - first == 1)
	continue;
      for (size_t i = first; i < end; i++)
	merge_hash (&parts[i]);
      qsort (&parts[first], end - first, sizeof *parts, merge_compare);
    }
}

/* Write PART, behind those that were written.  */

static bool
merge_add (struct merge *merge, const struct merge_part *part)
{
  struct arena arena = { NULL };
  struct cgprof_header header;
  struct profile_program program;
  merge_flush (merge, true);
  bool good
    = profile_header_read (&merge->last, part->file, part->start, &header,
			   &merge->swap)
      && profile_program_find (&program, &arena, part->file, part->start,
			       &merge->last, &header, merge->swap)
      && merge_check_program (merge, part->file, &program);
  arena_free (&arena);
  return good;
}

static bool
merge_all (struct merge *merge, const char *const *files, size_t count)
{
  struct merge_part *parts = NULL;
  size_t part_count = 0, room = 0;
  bool good = true;
  for (size_t i = 0; i < count && good; i++)
    good = merge_list (&parts, &part_count, &room, files[i]);
  if (good)
    merge_sort (parts, part_count);
  for (size_t i = 0; i < part_count && good; i++)
    good = merge_add (merge, &parts[i]);
  if (good)
    merge_flush (merge, false);
  free (parts);
  return good;
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
