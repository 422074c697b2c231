/* A file read from front to back, a little at a time.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/stream.h"
#include "base/bytes.h"
#include "base/diag.h"
#include "base/mem.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The buffer of a large file; more than STREAM_ROOM, so that few reads are
   short.  */
#define STREAM_BUFFER (4 * STREAM_ROOM)

bool
stream_open (struct stream *stream, const char *file)
{
  memset (stream, 0, sizeof *stream);
  stream->file = file;
  stream->fd = bytes_open (file);
  if (stream->fd < 0)
    return diag_error (file, "cannot open: %s", strerror (errno));
  struct stat status;
  if (fstat (stream->fd, &status) == 0 && S_ISREG (status.st_mode))
    stream->size = status.st_size;
  stream->room = stream->size > 0 && stream->size < STREAM_BUFFER
    ? stream->size : STREAM_BUFFER;
  stream->buffer = mem_alloc (stream->room, 1);
  return true;
}

const unsigned char *
stream_look (struct stream *stream, size_t *size)
{
  size_t wanted = *size < STREAM_ROOM ? *size : STREAM_ROOM;
  if (stream->end - stream->begin < wanted && stream->begin > 0)
    {
      memmove (stream->buffer, stream->buffer + stream->begin,
	       stream->end - stream->begin);
      stream->end -= stream->begin;
      stream->begin = 0;
    }
  while (stream->end - stream->begin < wanted && !stream->ended)
    {
      ssize_t got = read (stream->fd, stream->buffer + stream->end,
			  stream->room - stream->end);
      if (got > 0)
	stream->end += got;
      else if (got == 0 || errno != EINTR)
	{
	  stream->ended = true;
	  stream->error = got < 0 ? errno : 0;
	}
    }
  if (wanted > stream->end - stream->begin)
    wanted = stream->end - stream->begin;
  *size = wanted;
  return stream->buffer + stream->begin;
}

void
stream_skip (struct stream *stream, size_t size)
{
  stream->begin += size;
  stream->offset += size;
}

bool
stream_check (const struct stream *stream)
{
  return stream->error == 0
    || diag_error (stream->file, "cannot read: %s",
		   strerror (stream->error));
}

void
stream_close (struct stream *stream)
{
  bytes_close (stream->fd);
  free (stream->buffer);
  stream->fd = -1;
  stream->buffer = NULL;
}
