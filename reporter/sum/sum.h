/* Profiles of one program, added up.

   A sum is a profile again (include/cgprof/format.h): one of a place in which
   many processes have counted, one after the other.  Profiles are added up if
   their programs, with the libraries that these were loaded with, are the same
   builds, so that each name means the same function in all of them, and if
   their times are of one clock.

   All addresses in a sum are its own: each module has a base, whatever lay
   where in each process.  A sum does not depend on the order in which profiles
   were added, and a sum of sums is the sum of all that are in them.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_SUM_SUM_H
#define CGPROF_SUM_SUM_H

#include "base/bytes.h"
#include "base/map.h"
#include "base/mem.h"
#include "sum/images.h"

#include <cgprof/format.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* A module of the processes.  */
struct sum_module
{
  struct sum_identity identity;
  const char *key;		/* All that distinguishes it, as text.  */
  uint32_t flags;		/* enum cgprof_module_flag.  */
  struct cgprof_segment *segments;
  uint32_t segment_count;
  bool initial;			/* It was loaded with the program.  */
  uint64_t low;			/* Link-time addresses from LOW on lie from */
  uint64_t base;		/* BASE on in the sum, */
  uint64_t end;			/* up to END.  */
  const struct sum_image *image;	/* What it counts in; NULL: it did not
					   so far.  */
  uint64_t *words;		/* Of its counters: those that IMAGE says are
				   counts or maxima.  */
  uint64_t word_count;		/* How many copies have at most; 0: there was
				   none.  */
};

/* Calls by an indirect site.  */
struct sum_target
{
  uint32_t module;		/* The site's, */
  uint64_t word;		/* and its first word there.  */
  uint64_t address;		/* What was called, in the sum.  */
  uint64_t count;
};

/* A frame of stacks, with those that called it.  */
struct sum_context
{
  uint64_t address;		/* In the sum, or CGPROF_ADDRESS_...  */
  uint32_t parent;		/* In struct sum.contexts, before this one; or
				   SUM_ROOT.  */
  uint64_t count;		/* As in struct cgprof_table_entry.  */
  uint64_t weight;
};

/* Profiles of processes whose times can be compared with their samples differ
   by how these were taken; all others are of the first kind.  Each kind has a
   place in the sum.  */
enum { SUM_KINDS = CGPROF_SAMPLER_BOTH + 1 };

/* The parent of a context that has none, by the kind of its samples.  */
#define SUM_ROOT(kind) (MAP_NONE - (kind))

/* A process, and what it is in the sum.  */
struct sum_process
{
  struct cgprof_process about;	/* But for ids, and what only a place has.  */
  const char *arguments;	/* Each with its NUL, then the host's name,
				   as in a COMMAND record; or NULL.  */
  uint64_t length;		/* Of all, */
  uint32_t host_length;		/* and of that name.  */
  uint32_t kind;
};

struct sum
{
  const char *key;		/* All profiles with this one belong to it.  */
  const char *file;		/* One that has such a profile: of all the
				   first by its name.  */
  uint32_t word_size;		/* As in their headers, */
  uint32_t clock;
  uint64_t period, longest;	/* the largest of theirs.  */

  struct sum_module *modules;	/* The initial ones first, in their order.  */
  size_t module_count, module_room;
  uint64_t room;		/* Addresses from here on are free.  */
  struct dict module_keys;
  struct sum_target *targets;
  size_t target_count, target_room;
  struct map target_map;	/* By (module << 32 | word, address).  */
  struct sum_context *contexts;
  size_t context_count, context_room;
  struct map context_map;	/* By (address, parent).  */
  struct cgprof_thread threads[SUM_KINDS];	/* All: sums of what adds
						   up.  */
  struct sum_process *processes;
  size_t process_count, process_room;
  struct map arguments_map;	/* Process by a hash of its arguments and their
				   length: one that has these.  */
  struct arena arena;
};

/* Sums of several programs.  A zeroed struct is empty.  */
struct sum_set
{
  struct sum **sums;
  size_t count, room;
  struct dict keys;
};

/* What became of a profile.  */
enum sum_result
{
  SUM_FAILED,			/* It is damaged; there was a message.  */
  SUM_APART,			/* It cannot be added up; likewise.  */
  SUM_ADDED
};

/* Add the profile at START of FILE, which may be a sum, to SET.  IMAGES may
   be in use by other threads.  */
enum sum_result sum_set_add (struct sum_set *set, struct sum_images *images,
			     const char *file, uint64_t start);

/* Add all that FROM has to SET, and free FROM.  Return false, with a message,
   if counts add up to too much.  */
bool sum_set_join (struct sum_set *set, struct sum_set *from);

/* Put the sums of all but the newest build of each program in SET, which is
   the one whose last process began last, on the functions and call sites of
   that: functions are matched as cgprof diff does, call sites by their
   function, callee and place, then by their order.  Programs are one if their
   files have one name.  Time is that of functions: where in them is not known
   any more.  Print to OUT what has no place in the newest build, with its
   counts, which are lost.  Nothing can be added to SET after that.  Return
   false, with a message, if counts add up to too much.  */
bool sum_set_rebuild (struct sum_set *set, struct sum_images *images,
		      FILE *out);

/* Make BYTES, to be freed, the profile that SUM is.  */
void sum_write (const struct sum *sum, struct bytes *bytes);

void sum_set_free (struct sum_set *set);

#endif /* CGPROF_SUM_SUM_H */
