/* Area:    reporter, base/stream
   Purpose: a file is seen whole in pieces of any size, and where it ends;
	    what cannot be opened or read is told.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/stream.h"
#include "check.h"

#include <string.h>

#define SIZE 1000000

static unsigned char content[SIZE];
static struct stream stream;
static bool good;

/* Write SIZE bytes of CONTENT to the file stream.tmp.  */
static void
write_file (size_t size)
{
  FILE *file = fopen ("stream.tmp", "w");
  fwrite (content, 1, size, file);
  fclose (file);
}

/* Look at the next WANTED bytes of STREAM and go on behind the first TAKEN of
   them.  Return true if they are what OFFSET bytes from the beginning of
   SIZE bytes of CONTENT are.  */
static bool
step (size_t size, size_t offset, size_t wanted, size_t taken)
{
  size_t is = wanted;
  const unsigned char *bytes = stream_look (&stream, &is);
  size_t most = wanted < STREAM_ROOM ? wanted : STREAM_ROOM;
  if (most > size - offset)
    most = size - offset;
  bool same = is == most && memcmp (bytes, content + offset, is) == 0
    && stream.offset == offset;
  stream_skip (&stream, taken < is ? taken : is);
  return same;
}

/* Read SIZE bytes in pieces of WANTED, of which TAKEN are gone over.  */
static void
test_pieces (size_t size, size_t wanted, size_t taken)
{
  write_file (size);
  CHECK (stream_open (&stream, "stream.tmp"));
  CHECK (stream.size == size);
  size_t offset = 0;
  while (offset < size)
    {
      CHECK (step (size, offset, wanted, taken));
      offset += taken < size - offset ? taken : size - offset;
    }
  size_t more = 1;
  stream_look (&stream, &more);
  CHECK (more == 0);
  CHECK (stream.offset == size && stream_check (&stream));
  stream_close (&stream);
  CHECK (stream.fd == -1 && stream.buffer == NULL);
}

static void
open_absent (void)
{
  good = stream_open (&stream, "stream.absent");
}

static void
check_stream (void)
{
  good = stream_check (&stream);
}

int
main (void)
{
  uint32_t state = 1;
  for (size_t i = 0; i < SIZE; i++)
    content[i] = (state = state * 1103515245 + 12345) >> 16;

  test_pieces (0, 10, 10);
  test_pieces (1, 1, 1);
  test_pieces (5000, 4096, 33);
  test_pieces (SIZE, 100, 100);
  test_pieces (SIZE, STREAM_ROOM, STREAM_ROOM);
  test_pieces (SIZE, STREAM_ROOM, 1001);
  test_pieces (SIZE, 10 * STREAM_ROOM, STREAM_ROOM - 1);

  /* Nothing is gone over by looking.  */
  CHECK (stream_open (&stream, "stream.tmp"));
  CHECK (step (SIZE, 0, 10, 0));
  CHECK (step (SIZE, 0, STREAM_ROOM, 0));
  CHECK (step (SIZE, 0, 10, 10));
  stream_close (&stream);
  remove ("stream.tmp");

  CHECK (strcmp (check_says (open_absent), "cgprof: stream.absent: cannot"
		 " open: No such file or directory\n") == 0);
  CHECK (!good);
  good = true;
  CHECK (stream_open (&stream, "."));
  size_t none = 10;
  stream_look (&stream, &none);
  CHECK (none == 0);
  CHECK (strcmp (check_says (check_stream), "cgprof: .: cannot read:"
		 " Is a directory\n") == 0);
  CHECK (!good);
  stream_close (&stream);
  return check_end ();
}
