/* Of which program a profile in a cgprof.out is, found without the model.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_READ_PROFILE_PROGRAM_H
#define CGPROF_READ_PROFILE_PROGRAM_H

#include "base/bytes.h"
#include "base/map.h"
#include "base/mem.h"

#include <cgprof/format.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a profile says of its program.  Profiles are of one program if PATH and
   BUILD are equal; of several builds of one program if PATH alone is.  */
struct profile_program
{
  const char *path;
  const char *build;		/* "build-id HEX", or how many bytes of
				   counters there are.  */
  const char *called;		/* What this process was called, its argument
				   0; or NULL.  */
  uint64_t *pids;		/* The numbers of all processes in the
				   profile.  */
  size_t pid_count;
};

/* One of the profiles in a file.  */
struct profile_listed
{
  uint64_t start;		/* Offset of its header.  */
  const uint64_t *pids;		/* Of its processes.  */
  size_t pid_count;
  uint32_t program;		/* In profile_list.programs, or MAP_NONE.  */
  const char *called;		/* As its program's.  */
};

/* All profiles of a file.  A zeroed struct is empty.  */
struct profile_list
{
  struct profile_listed *profiles;
  size_t count, room;
  struct profile_program *programs;	/* In the order of first profiles.  */
  size_t program_count, program_room;
  struct arena arena;
  struct dict program_map;	/* Program by "PATH\nBUILD".  */
};

/* Check that records fill the profile of FILE at offset START, whose BYTES,
   HEADER and SWAP profile_header_read has set, and set *PROGRAM to its
   program, whose strings are ARENA's; PATH is NULL if no record names it.
   Return false, with a message, if a record is bad.  */
bool profile_program_find (struct profile_program *program,
			   struct arena *arena, const char *file,
			   uint64_t start, const struct bytes *bytes,
			   const struct cgprof_header *header, bool swap);

/* Set *SINGLE to whether FILE holds a single profile.  Return false, with a
   message, if FILE is damaged.  */
bool profile_is_single (const char *file, bool *single);

/* Add the profiles of FILE, in their order, to LIST, which the caller must
   free.  Return false, with a message, if FILE is damaged.  */
bool profile_list_add (struct profile_list *list, const char *file);

void profile_list_free (struct profile_list *list);

/* Whether PIDS, numbers with commas between them or NULL for all, has PID.  */
bool profile_pids_have (const char *pids, uint64_t pid);

/* Whether PIDS has one of the COUNT numbers at EACH.  */
bool profile_pids_have_any (const char *pids, const uint64_t *each,
			    size_t count);

/* Whether a process of LISTED has the number PID.  */
bool profile_listed_has (const struct profile_listed *listed, uint64_t pid);

/* Whether LIST has a profile of PROGRAM and of a process that PIDS has.  */
bool profile_list_has (const struct profile_list *list, uint32_t program,
		       const char *pids);

/* Give a message that FILE holds profiles of the programs in LIST, and that
   one of them should be named, or should be in place of NAMED if that is not
   NULL; return false.  */
bool profile_list_complain (const struct profile_list *list,
			    const char *file, const char *named);

#endif /* CGPROF_READ_PROFILE_PROGRAM_H */
