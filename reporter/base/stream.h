/* A file read from front to back, a little at a time.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_BASE_STREAM_H
#define CGPROF_BASE_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What stream_look can show at once.  */
#define STREAM_ROOM 65536

struct stream
{
  const char *file;		/* For messages.  */
  int fd;
  bool ended;			/* Nothing more can be read from FD.  */
  int error;			/* errno of a read that failed, or 0.  */
  uint64_t size;		/* Of the whole file; 0 if not known.  */
  uint64_t offset;		/* Of what is taken next.  */
  size_t begin, end;		/* Of what BUFFER holds beyond that.  */
  unsigned char *buffer;
  size_t room;			/* Of BUFFER.  */
};

/* Open FILE, "-" being standard input, into STREAM.  False, with a message,
   if that fails.  */
bool stream_open (struct stream *stream, const char *file);

/* The next bytes, *SIZE of them: as many as asked for, at most STREAM_ROOM,
   and fewer only at the end.  They are not taken yet.  */
const unsigned char *stream_look (struct stream *stream, size_t *size);

/* Go on behind SIZE bytes that stream_look showed.  */
void stream_skip (struct stream *stream, size_t size);

/* False, with a message, if STREAM ended because of an error.  */
bool stream_check (const struct stream *stream);

void stream_close (struct stream *stream);

#endif /* CGPROF_BASE_STREAM_H */
