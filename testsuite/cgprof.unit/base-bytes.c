/* Area:    reporter, base/bytes
   Purpose: files, parts of them and pipes are read, pipes more than once;
	    numbers are taken out in either byte order.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/bytes.h"
#include "check.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define SIZE 200000

static unsigned char content[SIZE];

/* Return true if BYTES are COUNT bytes of CONTENT from OFFSET on.  */
static bool
are (const struct bytes *bytes, size_t offset, size_t count)
{
  return bytes->size == count
    && (count == 0 || memcmp (bytes->data, content + offset, count) == 0);
}

/* Make a pipe that has CONTENT, which a child writes, its standard input if
   NAME is "-", else the fifo NAME.  */
static void
feed (const char *name)
{
  int ends[2] = { -1, -1 };
  if (strcmp (name, "-") == 0)
    CHECK (pipe (ends) == 0);
  fflush (NULL);
  pid_t child = fork ();
  CHECK (child >= 0);
  if (child == 0)
    {
      FILE *to = ends[1] >= 0 ? fdopen (ends[1], "w") : fopen (name, "w");
      fwrite (content, 1, SIZE, to);
      fclose (to);
      _exit (0);
    }
  if (ends[1] >= 0)
    {
      dup2 (ends[0], STDIN_FILENO);
      close (ends[0]);
      close (ends[1]);
    }
}

static struct bytes bytes;
static bool good;

static void
read_absent (void)
{
  good = bytes_read (&bytes, "bytes.absent", SIZE);
}

static void
read_directory (void)
{
  good = bytes_read (&bytes, ".", SIZE);
}

static void
test_file (void)
{
  FILE *file = fopen ("bytes.tmp", "w");
  fwrite (content, 1, SIZE, file);
  fclose (file);
  CHECK (bytes_read (&bytes, "bytes.tmp", UINT64_MAX));
  CHECK (are (&bytes, 0, SIZE) && bytes.file_size == SIZE);
  bytes_free (&bytes);
  CHECK (bytes.data == NULL && bytes.size == 0);
  CHECK (bytes_read (&bytes, "bytes.tmp", 100));
  CHECK (are (&bytes, 0, 100) && bytes.file_size == SIZE);
  bytes_free (&bytes);
  CHECK (bytes_read_at (&bytes, "bytes.tmp", 150000, 100));
  CHECK (are (&bytes, 150000, 100) && bytes.file_size == SIZE - 150000);
  bytes_free (&bytes);
  CHECK (bytes_read_at (&bytes, "bytes.tmp", 150000, UINT64_MAX));
  CHECK (are (&bytes, 150000, SIZE - 150000));
  bytes_free (&bytes);
  CHECK (bytes_read_at (&bytes, "bytes.tmp", SIZE + 1, 100));
  CHECK (are (&bytes, 0, 0) && bytes.file_size == 0);
  bytes_free (&bytes);
  CHECK (truncate ("bytes.tmp", 0) == 0);
  CHECK (bytes_read (&bytes, "bytes.tmp", 100));
  CHECK (are (&bytes, 0, 0) && bytes.file_size == 0);
  bytes_free (&bytes);
  remove ("bytes.tmp");

  CHECK (strcmp (check_says (read_absent), "cgprof: bytes.absent: cannot open:"
		 " No such file or directory\n") == 0);
  CHECK (!good);
  good = true;
  CHECK (strcmp (check_says (read_directory), "cgprof: .: cannot read:"
		 " Is a directory\n") == 0);
  CHECK (!good);
}

/* What a pipe had can be read again, from its beginning.  */
static void
test_pipe (const char *name)
{
  feed (name);
  for (int i = 0; i < 2; i++)
    {
      CHECK (bytes_read (&bytes, name, UINT64_MAX));
      CHECK (are (&bytes, 0, SIZE));
      bytes_free (&bytes);
      CHECK (bytes_read_at (&bytes, name, 70000, 1000));
      CHECK (are (&bytes, 70000, 1000));
      bytes_free (&bytes);
    }
  int first = bytes_open (name);
  CHECK (first >= 0);
  unsigned char byte = 0;
  CHECK (read (first, &byte, 1) == 1 && byte == content[0]);
  bytes_close (first);
  bytes_close (-1);
  CHECK (read (first, &byte, 1) < 0);
  wait (NULL);
}

int
main (void)
{
  uint32_t state = 1;
  for (size_t i = 0; i < SIZE; i++)
    content[i] = (state = state * 1103515245 + 12345) >> 16;
  test_file ();
  test_pipe ("-");
  remove ("bytes.fifo");
  CHECK (mkfifo ("bytes.fifo", 0600) == 0);
  test_pipe ("bytes.fifo");
  remove ("bytes.fifo");

  /* At an odd address.  */
  struct
  {
    char odd;
    unsigned char bytes[8];
  } number;
  uint64_t value = UINT64_C (0x0102030405060708);
  memcpy (number.bytes, &value, 8);
  uint32_t half;
  uint16_t quarter;
  memcpy (&half, number.bytes, 4);
  memcpy (&quarter, number.bytes, 2);
  CHECK (bytes_64 (number.bytes, false) == value);
  CHECK (bytes_64 (number.bytes, true) == UINT64_C (0x0807060504030201));
  CHECK (bytes_32 (number.bytes, false) == half);
  CHECK (bytes_32 (number.bytes, true)
	 == (half >> 24 | (half >> 8 & 0xff00) | (half << 8 & 0xff0000)
	     | half << 24));
  CHECK (bytes_16 (number.bytes, false) == quarter);
  CHECK (bytes_16 (number.bytes, true)
	 == (uint16_t) (quarter >> 8 | quarter << 8));
  return check_end ();
}
