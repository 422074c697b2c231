/* A buffer for the bytes of gmon.out, in which pieces of zeros cost nothing.

   SPDX-License-Identifier: MIT

   Nearly all of a histogram is zero.  Pieces that were never written to are
   neither written to the file nor read: to touch their pages would cost as
   much as all the rest.  */

#include "gmon/output.h"

#include <limits.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "base/sys.h"
#include "file/name.h"

/* Bytes that are left out together if they are zero.  */
#define PIECE ((uint64_t) 4096)

/* Make MEMORY, of OLD bytes, NEW bytes long.  Returns NULL if that is
   refused.  */

static unsigned char *
grow (unsigned char *memory, uint64_t old, uint64_t new)
{
  long moved;

  if (!memory)
    return cgrt_memory_map (new);
  moved = sys (SYS_mremap, (long) memory, (long) old, (long) new,
	       MREMAP_MAYMOVE, 0, 0);
  return moved < 0 && moved > -4096 ? NULL : (unsigned char *) moved;
}

/* Make room for LENGTH more bytes.  Returns 0 if there is none.  */

static int
reserve (struct cgrt_output *output, uint64_t length)
{
  uint64_t capacity = output->capacity * 2 + length + 16 * PIECE - 1;
  unsigned char *memory;

  if (output->failed || output->capacity - output->length >= length)
    return !output->failed;
  capacity &= ~(PIECE - 1);
  memory = grow (output->touched, output->capacity / PIECE,
		 capacity / PIECE);
  if (memory)
    {
      output->touched = memory;
      memory = grow (output->data, output->capacity, capacity);
    }
  if (!memory)
    {
      /* TOUCHED has one of two sizes: not to be given back.  */
      output->failed = 1;
      return 0;
    }
  output->data = memory;
  output->capacity = capacity;
  return 1;
}

uint64_t
cgrt_output_zeros (struct cgrt_output *output, uint64_t length)
{
  if (!reserve (output, length))
    return UINT64_MAX;
  output->length += length;
  return output->length - length;
}

void
cgrt_output_set (struct cgrt_output *output, uint64_t at, const void *data,
		 uint64_t length)
{
  memcpy (output->data + at, data, length);
  for (uint64_t i = at / PIECE; i * PIECE < at + length; i++)
    output->touched[i] = 1;
}

void
cgrt_output_put (struct cgrt_output *output, const void *data,
		 uint64_t length)
{
  uint64_t at = cgrt_output_zeros (output, length);
  if (at != UINT64_MAX)
    cgrt_output_set (output, at, data, length);
}

void
cgrt_output_byte (struct cgrt_output *output, unsigned char value)
{
  cgrt_output_put (output, &value, 1);
}

void
cgrt_output_u32 (struct cgrt_output *output, uint32_t value)
{
  cgrt_output_put (output, &value, sizeof value);
}

void
cgrt_output_address (struct cgrt_output *output, uint64_t value)
{
  uintptr_t address = (uintptr_t) value;
  cgrt_output_put (output, &address, sizeof address);
}

/* Write OUTPUT to FD, an empty file, but for the pieces that are all zero:
   those become holes.  Returns 0 or an errno.  */

static int
write_sparse (int fd, const struct cgrt_output *output)
{
  uint64_t from = 0, to;
  int error = 0;

  for (to = 0; !error && to < output->length; to += PIECE)
    {
      if (output->touched[to / PIECE])
	continue;
      if (from < to)
	error = sys_write_at (fd, from, output->data + from, to - from);
      from = to + PIECE;
    }
  if (error)
    return error;
  if (from < output->length)
    return sys_write_at (fd, from, output->data + from,
			 output->length - from);
  return (int) -sys_ftruncate (fd, output->length);
}

int
cgrt_output_write (const struct cgrt_output *output, const char *name)
{
  /* An alternate stack has no room for it.  */
  static CGRT_BUFFER char temporary[PATH_MAX];
  struct stat old;
  int error = cgrt_name_check (name, &old);
  int fd;

  if (error && error != ENOENT)
    return error;
  if (output->length > sys_limit (RLIMIT_FSIZE))
    return EFBIG;
  fd = cgrt_name_open_temporary (name, temporary, sizeof temporary);
  if (fd < 0)
    return -fd;
  error = write_sparse (fd, output);
  sys_close (fd);
  if (!error)
    error = cgrt_name_take (temporary, name);
  if (error)
    unlink (temporary);
  return error;
}

void
cgrt_output_free (struct cgrt_output *output)
{
  cgrt_memory_unmap (output->data, output->capacity);
  cgrt_memory_unmap (output->touched, output->capacity / PIECE);
}
