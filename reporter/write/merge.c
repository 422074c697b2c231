/* Several profiles in one file.

   Everything that a profile holds, each thread's counts and contexts with the
   addresses of its own process, stays as it is: its bytes are copied, and its
   header is told where the next one begins.  So no program is needed to
   merge, no sum is formed that might be too large, and a report of the merged
   file reads the same as one of its parts.  They may be of several programs,
   but not of several builds of one: no program would fit the others.

   Profiles of one program may be added up instead (sum/sum.h); what can be
   neither understood nor added stays as it is.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "write/merge.h"
#include "base/bytes.h"
#include "base/diag.h"
#include "base/mem.h"
#include "base/replace.h"
#include "read/profile-header.h"
#include "read/profile-program.h"
#include "sum/workers.h"

#include <cgprof/format.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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
  const struct merge_choice *choice;
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
   file's profiles of it; that one may have several, if it is a whole
   run's.  */

static bool
merge_check_program (struct merge *merge, const char *file,
		     const struct profile_program *program)
{
  if (!program->path || merge->choice->builds == MERGE_ANY_BUILD)
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

/* One of the profiles that are merged.  */
struct merge_part
{
  const char *file;
  uint64_t start;		/* Its offset in FILE.  */
  struct bytes bytes;		/* If it is a sum, of which FILE has a part:
				   all of it.  */
  uint64_t time;		/* When its process started, */
  uint64_t pid;			/* and the number of that.  */
  uint64_t hash;		/* 0: not needed so far.  */
};

struct merge_parts
{
  struct merge_part *parts;
  size_t count, room;
};

/* Add the profile at START of FILE, which has HEADER, to PARTS.  */

static struct merge_part *
merge_add_part (struct merge_parts *parts, const char *file, uint64_t start,
		const struct cgprof_header *header)
{
  parts->parts = mem_grow (parts->parts, &parts->room, parts->count + 1,
			   sizeof *parts->parts);
  struct merge_part *part = &parts->parts[parts->count++];
  *part = (struct merge_part) {
    .file = file, .start = start, .time = header->start_time,
    .pid = header->pid
  };
  return part;
}

/* Add the profiles of FILE, which may be a merged one, to PARTS.  */

static bool
merge_list (struct merge_parts *parts, const char *file)
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
      merge_add_part (parts, file, start, &header);
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

/* Set *BYTES, to be freed, to those of PART, and HEADER and *SWAP to its
   header.  */

static bool
merge_read (const struct merge_part *part, struct bytes *bytes,
	    struct cgprof_header *header, bool *swap)
{
  if (!part->bytes.data)
    return profile_header_read (bytes, part->file, part->start, header, swap);
  *bytes = part->bytes;
  bytes->data = mem_alloc (bytes->size, 1);
  memcpy (bytes->data, part->bytes.data, bytes->size);
  return profile_header_check (bytes, part->file, header, swap);
}

/* Set PART's hash to one of all its bytes.  What cannot be read is found again
   when it is merged.  */

static void
merge_hash (struct merge_part *part)
{
  struct bytes bytes = { NULL };
  struct cgprof_header header;
  bool swap;
  if (!merge_read (part, &bytes, &header, &swap))
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

/* Sort PARTS.  Those of one process number and time, as several hosts may have
   them, by their hashes: of equal ones any may come first.  */

static void
merge_sort (struct merge_parts *list)
{
  struct merge_part *parts = list->parts;
  size_t count = list->count;
  if (count > 0)
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

/* How many profiles are added up before the sum so far is kept.  */
#define MERGE_ROUND 1024

/* Write the sums in SET to FILE, one behind the other.  */

static bool
merge_keep (const struct sum_set *set, const char *file)
{
  struct merge merge = { .output = file };
  struct replace replace;
  if (!replace_begin (&replace, file))
    return false;
  merge.out = replace.out;
  for (size_t i = 0; i < set->count; i++)
    {
      merge_flush (&merge, true);
      sum_write (set->sums[i], &merge.last);
    }
  merge_flush (&merge, false);
  return replace_end (&replace, !merge.error
			|| diag_error (file, "cannot write: %s",
				       strerror (merge.error)));
}

/* Whether all processes of PART are among KNOWN, which has how often each was
   added, by its number and the time of its beginning.  Then they are taken
   away from there, as PART may have been given twice.  */

static bool
merge_take_known (const struct merge_part *part, struct map *known)
{
  struct bytes bytes;
  struct cgprof_header header;
  struct cgprof_process process;
  bool swap;
  if (!merge_read (part, &bytes, &header, &swap))
    return false;
  bool all = true;
  uint64_t count = 0;
  for (uint64_t offset = header.header_size;
       all && profile_next_process (&bytes, swap, &offset, &process); count++)
    {
      uint32_t left = map_find (known, process.pid, process.start_time);
      all = left != MAP_NONE && left > 0;
    }
  all = all && count > 0;
  for (uint64_t offset = header.header_size;
       all && profile_next_process (&bytes, swap, &offset, &process);)
    --*map_place (known, process.pid, process.start_time);
  bytes_free (&bytes);
  return all;
}

/* Add the sums in FILE, if there is one, to SET, and take the profiles that
   they have out of PARTS.  */

static bool
merge_resume (struct sum_set *set, struct sum_images *images,
	      struct merge_parts *parts, const char *file)
{
  struct merge_parts kept = { NULL };
  if (access (file, F_OK) != 0)
    return true;
  bool good = merge_list (&kept, file);
  for (size_t i = 0; i < kept.count && good; i++)
    {
      struct sum_part part = { .file = file, .start = kept.parts[i].start };
      good = sum_add_parts (set, images, &part, 1, 1)
	&& (part.result == SUM_ADDED
	    || diag_error (file, "cannot be gone on with"));
    }
  free (kept.parts);
  struct map known = { NULL };
  for (size_t i = 0; i < set->count && good; i++)
    for (size_t j = 0; j < set->sums[i]->process_count; j++)
      {
	const struct cgprof_process *about
	  = &set->sums[i]->processes[j].about;
	uint32_t *times = map_place (&known, about->pid, about->start_time);
	*times = *times == MAP_NONE ? 1 : *times + 1;
      }
  size_t count = 0;
  for (size_t i = 0; i < parts->count && good; i++)
    if (!merge_take_known (&parts->parts[i], &known))
      parts->parts[count++] = parts->parts[i];
  if (good)
    parts->count = count;
  map_free (&known);
  return good;
}

/* Add PARTS to SET, and set what became of them in WORK.  What there is is
   KEPT in that file, if it is not NULL, after each round but the last.  */

static bool
merge_add_up (const struct merge_choice *choice, struct sum_set *set,
	      struct sum_images *images, const struct merge_parts *parts,
	      struct sum_part *work, const char *kept)
{
  for (size_t i = 0; i < parts->count; i++)
    work[i] = (struct sum_part) {
      .file = parts->parts[i].file, .start = parts->parts[i].start
    };
  bool good = true;
  for (size_t done = 0; done < parts->count && good;)
    {
      size_t count = parts->count - done;
      if (count > MERGE_ROUND)
	count = MERGE_ROUND;
      good = sum_add_parts (set, images, work + done, count,
			    choice->workers > 0 ? choice->workers
						: sum_count_workers ());
      done += count;
      if (good && kept && done < parts->count)
	good = merge_keep (set, kept);
    }
  return good;
}

/* Make PARTS those that cannot be added up, and sums of the others.  KEPT is
   where the sum so far is kept, or NULL.  */

static bool
merge_sum (const struct merge_choice *choice, struct merge_parts *parts,
	   const char *kept)
{
  struct sum_images images = SUM_IMAGES_INITIAL;
  struct sum_set set = { NULL };
  images.programs = choice->images;
  images.program_count = choice->image_count;
  bool good = !choice->resume || !kept
    || merge_resume (&set, &images, parts, kept);
  struct sum_part *work = mem_alloc (parts->count, sizeof *work);
  good = good && merge_add_up (choice, &set, &images, parts, work, kept);
  if (good && choice->builds == MERGE_NEWEST_BUILD)
    good = sum_set_rebuild (&set, &images, stderr);
  if (good)
    {
      size_t count = 0;
      for (size_t i = 0; i < parts->count; i++)
	if (work[i].result == SUM_APART)
	  parts->parts[count++] = parts->parts[i];
      parts->count = count;
      for (size_t i = 0; i < set.count; i++)
	{
	  struct cgprof_header header;
	  struct bytes bytes;
	  sum_write (set.sums[i], &bytes);
	  memcpy (&header, bytes.data, sizeof header);
	  merge_add_part (parts, set.sums[i]->file, 0, &header)->bytes
	    = bytes;
	}
    }
  free (work);
  sum_set_free (&set);
  sum_images_free (&images);
  return good;
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
    = merge_read (part, &merge->last, &header, &merge->swap)
      && profile_program_find (&program, &arena, part->file, part->start,
			       &merge->last, &header, merge->swap)
      && merge_check_program (merge, part->file, &program);
  arena_free (&arena);
  return good;
}

static bool
merge_all (struct merge *merge, const char *const *files, size_t count,
	   const char *kept)
{
  struct merge_parts parts = { NULL };
  bool good = true;
  for (size_t i = 0; i < count && good; i++)
    good = merge_list (&parts, files[i]);
  if (good && merge->choice->sum)
    good = merge_sum (merge->choice, &parts, kept);
  if (good)
    merge_sort (&parts);
  for (size_t i = 0; i < parts.count && good; i++)
    good = merge_add (merge, &parts.parts[i]);
  if (good)
    merge_flush (merge, false);
  for (size_t i = 0; i < parts.count; i++)
    bytes_free (&parts.parts[i].bytes);
  free (parts.parts);
  return good;
}

bool
merge_profiles (const char *const *files, size_t count,
		const struct merge_choice *choice, const char *output)
{
  struct merge merge = { .output = output, .choice = choice };
  struct replace replace;
  bool good = replace_begin (&replace, output);
  if (good)
    {
      const char *kept = replace.whole
	? arena_format (&merge.arena, "%s.part", replace.target) : NULL;
      merge.out = replace.out;
      good = merge_all (&merge, files, count, kept);
      bytes_free (&merge.last);
      if (merge.error && good)
	good = diag_error (output, "cannot write: %s",
			   strerror (merge.error));
      good = replace_end (&replace, good);
      if (good && choice->sum && kept)
	remove (kept);
    }
  free (merge.programs);
  dict_free (&merge.known);
  arena_free (&merge.arena);
  return good;
}
