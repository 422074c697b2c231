/* The profile: a mapped file or, where there can be none, memory in its place.

   SPDX-License-Identifier: MIT

   What is declared here stands in these files:

   file.c      creating the profile and making records
   grow.c      cgrt_file_see
   mapping.c   what is asked of the profile's state: cgrt_file_is_open,
	       cgrt_file_has, cgrt_file_used, cgrt_file_whole,
	       cgrt_file_contains and cgrt_file_is_lost
   rescue.c    cgrt_file_split, cgrt_file_keep and cgrt_file_lose
   finish.c    cgrt_file_finish  */

#ifndef CGPROF_RUNTIME_FILE_FILE_H
#define CGPROF_RUNTIME_FILE_FILE_H

#include <stdint.h>

#include <cgprof/format.h>
#include "file/region.h"

/* Return the address of the byte at OFFSET of the profile.  */

static inline void *
cgrt_file_at (uint64_t offset)
{
  return cgrt_file_base + offset;
}

/* Return the profile's offset of the byte at ADDRESS.  */

static inline uint64_t
cgrt_file_offset (const void *address)
{
  return (uint64_t) ((const unsigned char *) address - cgrt_file_base);
}

/* Return the record whose id is ID, which is not 0, and the id of RECORD.  */

static inline void *
cgrt_file_record (uint32_t id)
{
  return cgrt_file_at ((uint64_t) id * CGPROF_ALIGN);
}

static inline uint32_t
cgrt_file_id (const void *record)
{
  return (uint32_t) (cgrt_file_offset (record) / CGPROF_ALIGN);
}

static inline struct cgprof_header *
cgrt_file_header (void)
{
  return cgrt_file_at (0);
}

/* The bytes that a record of TYPE takes, and the offset of the first one.  */
#define CGRT_FILE_SIZE(TYPE) \
  ((sizeof (TYPE) + CGPROF_ALIGN - 1) & ~(uint64_t) (CGPROF_ALIGN - 1))
#define CGRT_FILE_FIRST CGRT_FILE_SIZE (struct cgprof_header)

/* A profile that is being created.  */
struct cgrt_file_new
{
  unsigned char *bytes;		/* All zero.  */
  int fd;			/* The file, or -1 if it is memory.  */
};

/* Create the profile, in a file named by PATTERN (cgrt_name_expand) or, after
   a message, in memory.  With FORCE_PID, a name that does not contain the pid
   gets it added.  Return 0, or an errno if there is not even memory.

   FILL writes the profile's first USED bytes, the header's member USED
   included, before the file has its name and its place at cgrt_file_base.  It
   calls cgrt_file_room for the bytes that it writes and for those among the
   USED that will be written later, and returns 0 or an errno.

   A finished profile, or one left by a killed process, is replaced.  One
   that is still being counted in is not: then PATTERN.PID is taken, then
   PATTERN.PID.2 and so on (PATTERN.2 if PATTERN contains the pid).  That
   happens to a program that another profiled one starts and waits for.  It
   also happens to a program that takes another's place by exec: the pid is the
   same, and the process began before that profile did, so that profile was
   written by an earlier image of this process and is complete.  Each file is a
   profile of its own; the reporter adds them up if it is told to.

   Not in a signal handler.  */
int cgrt_file_create (const char *pattern, int force_pid, uint64_t used,
		      int (*fill) (const struct cgrt_file_new *));

/* Reserve room on the disk for the bytes [FROM, TO) of NEW and the rest of
   their pages.  Return 0 or an errno.  */
int cgrt_file_room (const struct cgrt_file_new *new, uint64_t from,
		    uint64_t to);

/* Return a new record of SIZE bytes, rounded up to CGPROF_ALIGN, all zero but
   its size; NULL if there is no memory.  The caller fills it and then calls
   cgrt_file_publish.  Room on the disk is reserved before any page is touched;
   if the disk has none, this record and later ones are in memory.  The caller
   holds cgrt_memory_lock.  May be called in a signal handler.  */
void *cgrt_file_allocate (uint64_t size);

/* Likewise, but return NULL, with nothing changed, where there is no room for
   it in the file.  */
void *cgrt_file_claim (uint64_t size);

/* Whether records are made in the file, and others' can be seen there.  */
int cgrt_file_is_open (void);

/* Map what other processes have added to the file.  Return 0 if that cannot
   be.  The caller holds cgrt_memory_lock.  May be called in a signal
   handler.  */
int cgrt_file_see (void);

/* Whether SIZE bytes of the record with that ID can be seen: other processes
   may have made some where this one has not mapped the file.  */
int cgrt_file_has (uint32_t id, uint64_t size);

/* Give RECORD, which is complete, its TYPE (CGPROF_RECORD_*): until then
   readers skip it.  */
void cgrt_file_publish (void *record, uint32_t type);

/* Return the number of bytes that the header and all records take, those in
   memory and those of other processes included.  */
uint64_t cgrt_file_used (void);

/* End the file in an orderly way, though counting may go on: write the records
   that had no room while the program ran, cut the file behind the last page
   that is used, and give it the permissions that the umask leaves.  While
   other processes count in the file (file/family.h) it is left to them.  If
   the program has removed the file, write it again, provided that this is the
   LAST call.  Return whether the file holds everything.  The caller holds
   cgrt_memory_lock.  May be called in a signal handler, but not in a child
   that vfork made.  */
int cgrt_file_finish (int last);

/* Whether there is a file and it holds everything that was counted so far.  */
int cgrt_file_whole (void);

/* Prepare for a limit on system calls (base/calls.h): reserve space for what
   will be counted from now on, and give the file the permissions that the
   umask leaves.  The caller holds cgrt_memory_lock.  */
void cgrt_file_settle (void);

/* Prepare for a limit on address space: give back the addresses that are not
   used yet.  Later records take more as long as what follows the region is
   free.  The profile's pages are not locked in memory from then on.  The
   caller holds cgrt_memory_lock.  */
void cgrt_file_shrink (void);

/* In a split process (base/process.h): leave the file to the parent and go on
   in memory.  May be called in a signal handler; signals must be blocked, and
   no other thread may take a lock meanwhile.  */
void cgrt_file_split (void);

/* Whether ADDRESS lies in the profile, be it mapped file or memory.  May be
   called in a signal handler.  */
int cgrt_file_contains (const void *address);

/* The page of the profile at ADDRESS took a write before and takes none now:
   some file systems need room each time that a page was written to the disk
   (btrfs, and all with snapshots), and any may become read-only.  Put memory
   with the same contents in its place, with a message at the first call; all
   is written to the file at the end.  Return 0, with nothing done, if the page
   cannot be read either, as where the file was cut.  May be called in a signal
   handler, with or without a lock.  */
int cgrt_file_keep (void *address);

/* Replace the profile by memory that is all zero, with a message at the first
   call: somebody has cut the file, and counting must not fail for that.  All
   records are gone.  Return whether there was memory.  May be called in a
   signal handler, with or without a lock.  */
int cgrt_file_lose (void);

/* Whether cgrt_file_lose has been called.  */
int cgrt_file_is_lost (void);

#endif /* CGPROF_RUNTIME_FILE_FILE_H */
