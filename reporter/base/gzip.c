/* Compressed output.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/gzip.h"
#include "base/mem.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define GZIP_ROOM 65536

/* What makes zlib write gzip's header, without a time.  */
#define GZIP_WINDOW (MAX_WBITS + 16)
#define GZIP_MEMORY 8

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

void
gzip_write (FILE *out, const void *data, size_t size)
{
  unsigned char room[GZIP_ROOM];
  z_stream stream;
  memset (&stream, 0, sizeof stream);
  stream.zalloc = gzip_alloc;
  stream.zfree = gzip_free;
  deflateInit2 (&stream, Z_BEST_SPEED, Z_DEFLATED, GZIP_WINDOW, GZIP_MEMORY,
		Z_DEFAULT_STRATEGY);
  const unsigned char *next = data;
  int state;
  do
    {
      uInt part = size < UINT_MAX / 2 ? size : UINT_MAX / 2;
      stream.next_in = (Bytef *) next;
      stream.avail_in = part;
      next += part;
      size -= part;
      do
	{
	  stream.next_out = room;
	  stream.avail_out = sizeof room;
	  state = deflate (&stream, size > 0 ? Z_NO_FLUSH : Z_FINISH);
	  fwrite (room, 1, sizeof room - stream.avail_out, out);
	}
      while (stream.avail_out == 0);
    }
  while (state != Z_STREAM_END);
  deflateEnd (&stream);
}
