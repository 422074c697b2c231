/* A profile that processes count in, opened so that it can be changed.

   SPDX-License-Identifier: GPL-3.0-or-later

   Processes add records to one file without a lock: who is the first to write
   the size of a record at the header's USED has those bytes, and whoever comes
   by moves USED behind them.  What adds one here does as the runtime does
   (runtime/file/shared.h).  All of it is read where it is mapped, since it
   changes while it is read.  */

#ifndef CGPROF_STEER_LIVE_H
#define CGPROF_STEER_LIVE_H

#include <cgprof/format.h>
#include <stdbool.h>
#include <stdint.h>

struct live
{
  const char *file;		/* Its name, for messages.  */
  int fd;
  unsigned char *base;		/* Where it is mapped.  */
  uint64_t mapped;		/* Bytes.  */
};

/* Open the profile FILE; it is made writable for that moment if it is this
   user's.  FILE must stay valid.  Return false, with a message, if that cannot
   be; LIVE is to be closed in any case.  */
bool live_open (struct live *live, const char *file, bool writable);

void live_close (struct live *live);

struct cgprof_header *live_header (const struct live *live);

/* Return the first record of LIVE, and the one behind RECORD; NULL if there is
   none.  Records that are not finished have the type CGPROF_RECORD_NONE.  */
struct cgprof_record *live_first (const struct live *live);
struct cgprof_record *live_next (const struct live *live,
				 const struct cgprof_record *record);

/* Return the record of TYPE with that ID, or NULL.  */
struct cgprof_record *live_find (const struct live *live, uint32_t id,
				 enum cgprof_record_type type);

/* Return the file offset of AT, which is in LIVE.  */
uint64_t live_offset (const struct live *live, const void *at);

/* Return a new record of SIZE bytes, rounded up to CGPROF_ALIGN, all zero but
   its size; NULL, after a message, if the file cannot take it.  The caller
   fills it and calls live_publish.  Records that were found before may have
   moved: find them again by their offsets.  */
struct cgprof_record *live_claim (struct live *live, uint64_t size);

void live_publish (struct cgprof_record *record,
		   enum cgprof_record_type type);

/* Return the record at OFFSET, where there is one.  */
void *live_at (const struct live *live, uint64_t offset);

#endif /* CGPROF_STEER_LIVE_H */
