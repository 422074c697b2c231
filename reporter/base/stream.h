/* A file read from front to back, a little at a time.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_BASE_STREAM_H
#define CGPROF_BASE_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The most bytes that stream_look can show at once.  */
#define STREAM_ROOM 65536

struct stream
{
  const char *file;		/* For messages.  */
  int fd;
  bool ended;			/* Nothing more can be read from FD.  */
  int error;			/* errno of a read that failed, or 0.  */
  uint64_t size;		/* Bytes of the whole file; 0 if unknown.  */
  uint64_t offset;		/* In the file, of the next byte.  */
  size_t begin, end;		/* In BUFFER, of the bytes from there on that
				   were read already.  */
  unsigned char *buffer;
  size_t room;			/* Bytes of BUFFER.  */
};

/* Open FILE ("-" is standard input) into STREAM, to be closed.  Return false,
   with a message, if that fails.  */
bool stream_open (struct stream *stream, const char *file);

/* Return the next *SIZE bytes, at most STREAM_ROOM, without going on behind
   them; *SIZE is set to what is left where that is less.  Valid until the
   next call.  */
const unsigned char *stream_look (struct stream *stream, size_t *size);

/* Go on behind the first SIZE of the bytes that stream_look showed.  */
void stream_skip (struct stream *stream, size_t size);

/* Return true if STREAM ended at the file's end; false, with a message, if it
   ended because of an error.  */
bool stream_check (const struct stream *stream);

void stream_close (struct stream *stream);

#endif /* CGPROF_BASE_STREAM_H */
