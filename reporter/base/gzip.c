/* Compressed output.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/gzip.h"
#include "base/mem.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <zlib.h>

#define GZIP_ROOM 65536

/* What makes zlib write gzip's header, without a time.  */
#define GZIP_WINDOW (MAX_WBITS + 16)
#define GZIP_MEMORY 8

/* A stream that was opened.  */
struct gzip
{
  FILE *to;
  z_stream stream;
  char buffer[GZIP_ROOM];	/* Of the stream, before it is compressed, */
  unsigned char room[GZIP_ROOM];	/* and after.  */
};

/* zlib can lack nothing but memory, and mem_alloc never returns without.  */

static voidpf
gzip_alloc (voidpf closure, uInt count, uInt size)
{
  (void) closure;
  return mem_alloc (count, size);
}

static void
gzip_free (voidpf closure, voidpf memory)
{
  (void) closure;
  free (memory);
}

/* Compress what GZIP has as input and write it; FLUSH is Z_NO_FLUSH, or
   Z_FINISH at the end.  False if it cannot be written.  */

static bool
gzip_deflate (struct gzip *gzip, int flush)
{
  z_stream *stream = &gzip->stream;
  do
    {
      stream->next_out = gzip->room;
      stream->avail_out = GZIP_ROOM;
      deflate (stream, flush);
      size_t size = GZIP_ROOM - stream->avail_out;
      if (fwrite (gzip->room, 1, size, gzip->to) != size)
	return false;
    }
  while (stream->avail_out == 0);
  return true;
}

static ssize_t
gzip_write (void *cookie, const char *data, size_t size)
{
  struct gzip *gzip = cookie;
  size_t part = size < INT_MAX ? size : INT_MAX;
  gzip->stream.next_in = (Bytef *) data;
  gzip->stream.avail_in = part;
  return gzip_deflate (gzip, Z_NO_FLUSH) ? (ssize_t) part : 0;
}

static int
gzip_close (void *cookie)
{
  struct gzip *gzip = cookie;
  gzip->stream.avail_in = 0;
  bool good = gzip_deflate (gzip, Z_FINISH);
  deflateEnd (&gzip->stream);
  free (gzip);
  return good ? 0 : -1;
}

FILE *
gzip_open (FILE *to)
{
  struct gzip *gzip = mem_alloc (1, sizeof *gzip);
  gzip->to = to;
  gzip->stream.zalloc = gzip_alloc;
  gzip->stream.zfree = gzip_free;
  deflateInit2 (&gzip->stream, Z_BEST_SPEED, Z_DEFLATED, GZIP_WINDOW,
		GZIP_MEMORY, Z_DEFAULT_STRATEGY);
  FILE *out = fopencookie (gzip, "w", (cookie_io_functions_t) {
    .write = gzip_write, .close = gzip_close
  });
  if (!out)
    mem_failed ();
  setvbuf (out, gzip->buffer, _IOFBF, GZIP_ROOM);
  return out;
}
