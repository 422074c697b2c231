/* The processes that count in one profile.

   SPDX-License-Identifier: MIT

   A forked child counts in its parent's profile, in a place of its own, as a
   thread does: struct cgprof_process in cgprof/format.h.  Nothing is created
   or mapped for it, and no process waits for another: whatever one does to the
   records that all share is one atomic operation, so that one that is killed
   or stopped holds up nobody.

   A place is free when its last process is no more, which the kernel is asked.
   The place of the process that began the file is never given to another.  */

#ifndef CGPROF_RUNTIME_FILE_FAMILY_H
#define CGPROF_RUNTIME_FILE_FAMILY_H

#include <stdint.h>

#include <cgprof/format.h>

/* The PROCESS records of this process and of the place in which it counts, the
   same one unless others have used the place before.  */
extern struct cgprof_process *cgrt_family_self;
extern struct cgprof_process *cgrt_family_place;

/* Write to SELF, which is to be the record with that ID, that this process
   begins in a place of its own.  */
void cgrt_family_begin (struct cgprof_process *self, uint32_t id);

/* Note that this process is the one of the record with that ID, which is a
   place.  */
void cgrt_family_enter (uint32_t id);

/* Whether this process may count in PLACE, in which LAST was the last one.  */
typedef int cgrt_family_fits (const struct cgprof_process *place,
			      const struct cgprof_process *last);

/* In a forked child: take a place in the parent's profile, one that FITS if it
   was another's before.  Return whether there is one; if not, nothing has
   changed.  The caller holds cgrt_memory_lock.  May be called in a signal
   handler.  */
int cgrt_family_join (cgrt_family_fits *fits);

/* Whether this place has been used by other processes before.  */
int cgrt_family_is_shared (void);

/* Whether this process is the first in the file, and there was no other.  */
int cgrt_family_is_alone (void);

/* Whether no other process counts in the file any more.  The caller holds
   cgrt_memory_lock.  */
int cgrt_family_is_last (void);

/* Whether RECORD, which is in the profile, belongs to the place of this
   process.  */
int cgrt_family_owns (const struct cgprof_record *record);

/* Keep others, the program's user among them (cgprof ctl), from changing
   ADJUST of the place until cgrt_family_release, which makes it NEXT; from
   then on they may as long as there is room in the file.  Return 0 if somebody
   who lives is at it and does not come to an end.  The caller holds
   cgrt_memory_lock.  May be called in a signal handler.  */
int cgrt_family_hold (void);
void cgrt_family_release (uint32_t next);

/* Note in the record of this process how it ENDs (enum cgprof_end) and with
   which exit STATUS, and the time that it has taken.  May be called again, and
   in a signal handler.  */
void cgrt_family_end (uint32_t end, uint32_t status);

/* Note the time that it has taken.  Likewise.  */
void cgrt_family_write_times (void);

#endif /* CGPROF_RUNTIME_FILE_FAMILY_H */
