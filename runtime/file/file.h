/* The profile file, mapped; where it cannot be, memory in its place.

   SPDX-License-Identifier: MIT

   One region of addresses is reserved for good, and the file is mapped at
   its start: a file offset and the address of its bytes differ by
   cgrt_file_base for the life of the process, whatever backs them.  */

#ifndef CGPROF_RUNTIME_FILE_FILE_H
#define CGPROF_RUNTIME_FILE_FILE_H

#include <stdint.h>

#include <cgprof/format.h>

extern unsigned char *cgrt_file_base;
extern uint64_t cgrt_file_reserved;	/* Bytes of the region.  */

static inline void *
cgrt_file_at (uint64_t offset)
{
  return cgrt_file_base + offset;
}

static inline uint64_t
cgrt_file_offset (const void *address)
{
  return (uint64_t) ((const unsigned char *) address - cgrt_file_base);
}

static inline struct cgprof_header *
cgrt_file_header (void)
{
  return cgrt_file_at (0);
}

/* Offset of the first record.  */
#define CGRT_FILE_FIRST \
  ((sizeof (struct cgprof_header) + CGPROF_ALIGN - 1) \
   & ~(uint64_t) (CGPROF_ALIGN - 1))

/* Create the profile named by PATTERN, or take memory instead, after one
   line on stderr.  FORCE_PID adds the pid to a name that has none.

   A finished profile, or one left by a killed process, is replaced.  One
   that is still being counted in is not: then PATTERN.PID is taken, then
   PATTERN.PID.2 and so on (PATTERN.2 if the pid is in it).  That is so for
   a program that another profiled one starts and waits for; and for one
   that takes another's place by exec: the pid is the same, and the process
   began before that profile did, so it was written by an earlier image of
   this process and is complete.  Each file is a profile of its own, which
   the reporter adds up if it is told to.

   FILL writes the first USED bytes, the header's USED included, before the
   file gets its name and its place at cgrt_file_base, and asks for room
   (cgrt_file_room) where it writes and where anybody will; it returns 0 or an
   errno.  Returns 0 or, if there is not even memory, an errno.  Normal
   context.  */
struct cgrt_file_new
{
  unsigned char *bytes;		/* All zero.  */
  int fd;			/* -1: it is memory.  */
};
int cgrt_file_create (const char *pattern, int force_pid, uint64_t used,
		      int (*fill) (const struct cgrt_file_new *));

/* Give bytes [FROM, TO) of NEW, and the rest of their pages, room on the
   disk.  Returns 0 or an errno.  */
int cgrt_file_room (const struct cgrt_file_new *new, uint64_t from,
		    uint64_t to);

/* Return a new record of SIZE bytes (rounded up to CGPROF_ALIGN), all zero
   but its size, or NULL if there is no memory.  The caller writes the
   type last, with cgrt_file_publish.  Needs cgrt_memory_lock; never
   touches a page the disk may have no room for.  */
void *cgrt_file_allocate (uint64_t size);

void cgrt_file_publish (void *record, uint32_t type);

/* Return how many bytes are in use.  */
uint64_t cgrt_file_used (void);

/* The orderly end: write what did not fit while the program ran, cut the
   file to what is used; where the program has removed it, write it again if
   this is the LAST time.  Counting may go on.  Returns whether the file holds
   all.  Needs cgrt_memory_lock; any context but a vfork child.  */
int cgrt_file_finish (int last);

/* Whether the file holds all that was counted so far.  */
int cgrt_file_whole (void);

/* System calls are about to be limited (process.h): take space now for what
   will be counted, and give the file its last permissions.  Needs
   cgrt_memory_lock.  */
void cgrt_file_settle (void);

/* Address space is about to be limited: give back what is not used.  More is
   taken as it is needed, as long as it is free.  Needs cgrt_memory_lock.  */
void cgrt_file_shrink (void);

/* In a child that was forked behind libc's back: leave the file to the
   parent and go on in memory.  Any context, signals blocked; no other
   thread takes a lock.  */
void cgrt_file_split (void);

/* Whether ADDRESS lies in the mapped file or the memory behind it.  Any
   context.  */
int cgrt_file_contains (const void *address);

/* The file was cut under our feet: put zero memory in its place, so that
   counting harms nobody, and say so once.  All records are gone.  Returns
   whether there was memory.  Any context, with or without a lock.  */
int cgrt_file_lose (void);
int cgrt_file_is_lost (void);

#endif /* CGPROF_RUNTIME_FILE_FILE_H */
