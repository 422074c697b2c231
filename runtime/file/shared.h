/* What the processes that count in one file share in its header.

   SPDX-License-Identifier: MIT

   In the state file (mapping.h) other processes may make records, too, and
   make the file longer: the header's USED and ROOM tell how far records and
   pages that may be touched go, and all processes change them.  Who cuts the
   file lowers ROOM, and the header's GATE keeps that apart from taking bytes.

   All of it is for that state, and may be called in a signal handler.  The
   caller holds cgrt_memory_lock, which is one process's own, or is the only
   thread.  */

#ifndef CGPROF_RUNTIME_FILE_SHARED_H
#define CGPROF_RUNTIME_FILE_SHARED_H

#include <stdint.h>

/* Return up to where the disk has room for the file, in bytes and whole
   pages.  */
uint64_t cgrt_shared_room (void);

/* Note that the disk has room up to TO, or that it will have none behind TO,
   for which the gate must be closed.  */
void cgrt_shared_raise_room (uint64_t to);
void cgrt_shared_lower_room (uint64_t to);

/* Begin to take bytes of the file, which stays as long as it is until
   cgrt_shared_leave_gate.  Return 0 if that cannot be: somebody who made it
   shorter was killed.  */
int cgrt_shared_enter_gate (void);
void cgrt_shared_leave_gate (void);

/* Keep others from taking bytes until cgrt_shared_open_gate, unless one is
   about to: it has a use for the file, or was killed, and then the file stays
   as long as it is.  Return whether nobody was.  */
int cgrt_shared_close_gate (void);
void cgrt_shared_open_gate (void);

/* Take the SIZE bytes at AT, which are in the file and have room, for a
   record; the gate was entered.  Return whether this process was the first to
   do so; if not, USED is behind the record that is there.  */
int cgrt_shared_take (uint64_t at, uint64_t size);

/* Take all bytes that are left of those that have room, unless they go beyond
   MAPPED, so that no other process takes them, and return where they end.  */
uint64_t cgrt_shared_take_rest (uint64_t mapped);

#endif /* CGPROF_RUNTIME_FILE_SHARED_H */
