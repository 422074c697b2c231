/* The header of a profile, for all that read cgprof.out.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "read/profile-header.h"
#include "base/diag.h"

#include <inttypes.h>
#include <string.h>

bool
profile_header_detect (const char *const *files, size_t count, bool *gmon)
{
  for (size_t i = 0; i < count; i++)
    {
      struct bytes head;
      if (!bytes_read (&head, files[i], sizeof CGPROF_MAGIC - 1))
	return false;
      bool empty = head.size == 0;
      bool other = !empty
	&& memcmp (head.data, CGPROF_MAGIC, head.size) != 0;
      bytes_free (&head);
      if (empty)
	return diag_error (files[i], "is empty");
      if (i == 0)
	*gmon = other;
      if (other != *gmon)
	return diag_error (files[i], "is %s cgprof.out, unlike %s; they "
			   "cannot be one file", other ? "no" : "a",
			   files[0]);
    }
  return true;
}

#define SWAP_32(member) \
  at->member = bytes_32 ((const unsigned char *) &at->member, true)
#define SWAP_64(member) \
  at->member = bytes_64 ((const unsigned char *) &at->member, true)

static void
profile_header_swap (struct cgprof_header *at)
{
  SWAP_32 (version);
  SWAP_32 (byte_order);
  SWAP_32 (header_size);
  SWAP_32 (word_size);
  SWAP_64 (used);
  SWAP_64 (pid);
  SWAP_64 (start_time);
  SWAP_32 (clock);
  SWAP_32 (places);
  SWAP_64 (period);
  SWAP_64 (next);
  SWAP_64 (room);
  SWAP_32 (probe);
  SWAP_64 (start_clock);
  SWAP_64 (longest);
}

/* Whether this is a header that this cgprof can read, of which SIZE bytes are
   there.  */

static bool
profile_header_check_kind (const struct cgprof_header *header, size_t size,
			   const char *file)
{
  const size_t magic = sizeof header->magic;
  if (memcmp (header->magic, CGPROF_MAGIC, size < magic ? size : magic) != 0)
    return diag_error (file, "not a profile of cgprof");
  if (size < sizeof *header)
    return diag_error (file, "truncated: a header is %zu bytes, file has %zu",
		       sizeof *header, size);
  if (header->byte_order != CGPROF_BYTE_ORDER)
    return diag_error (file, "byte order mark is 0x%08" PRIx32
		       ", expected 0x%08x", header->byte_order,
		       CGPROF_BYTE_ORDER);
  if (header->version != CGPROF_FORMAT_VERSION)
    return diag_error (file, "format version is %" PRIu32
		       ", this cgprof reads %u", header->version,
		       CGPROF_FORMAT_VERSION);
  if (header->word_size != 4 && header->word_size != 8)
    return diag_error (file, "word size is %" PRIu32 ", expected 4 or 8",
		       header->word_size);
  return true;
}

/* Whether all offsets are aligned and in their order, and end in the FILE_SIZE
   bytes of the file, 0 if that is not known.  */

static bool
profile_header_check_offsets (const struct cgprof_header *header,
			      uint64_t file_size, const char *file)
{
  uint32_t first = header->header_size;
  if (first < sizeof *header || first % CGPROF_ALIGN != 0
      || first > header->used)
    return diag_error (file, "first record is at offset %" PRIu32
		       " of %" PRIu64 ", expected a multiple of %u from %zu",
		       first, header->used, CGPROF_ALIGN, sizeof *header);
  if (file_size > 0 && header->used > file_size)
    return diag_error (file, "truncated: header promises %" PRIu64
		       " bytes, file has %" PRIu64, header->used, file_size);

  /* A bound on it in any case, lest the sum of offsets wrap.  */
  uint64_t end = file_size > 0 ? file_size : INT64_MAX;
  if (header->next != 0
      && (header->next < header->used || header->next >= end
	  || header->next % CGPROF_ALIGN != 0))
    return diag_error (file, "next profile is at offset %" PRIu64
		       " of one with %" PRIu64 " bytes, expected a multiple "
		       "of %u behind them and below %" PRIu64, header->next,
		       header->used, CGPROF_ALIGN, end);
  return true;
}

bool
profile_header_check (const struct bytes *bytes, const char *file,
		      struct cgprof_header *header, bool *swap)
{
  memset (header, 0, sizeof *header);
  size_t size = bytes->size < sizeof *header ? bytes->size : sizeof *header;
  if (size > 0)
    memcpy (header, bytes->data, size);
  *swap = header->byte_order == __builtin_bswap32 (CGPROF_BYTE_ORDER);
  if (*swap)
    profile_header_swap (header);
  if (header->longest < header->period)
    header->longest = header->period;
  return profile_header_check_kind (header, size, file)
    && profile_header_check_offsets (header, bytes->file_size, file);
}

bool
profile_header_read (struct bytes *bytes, const char *file, uint64_t start,
		     struct cgprof_header *header, bool *swap)
{
  if (!bytes_read_at (bytes, file, start, sizeof *header))
    return false;
  bool good = profile_header_check (bytes, file, header, swap);
  bytes_free (bytes);
  if (!good || !bytes_read_at (bytes, file, start, header->used))
    return false;
  if (bytes->size == header->used)
    return true;
  diag_error (file, "truncated: header promises %" PRIu64
	      " bytes, file has %zu", header->used, bytes->size);
  bytes_free (bytes);
  return false;
}

static void
profile_process_swap (struct cgprof_process *at)
{
  SWAP_32 (record.type);
  SWAP_32 (record.id);
  SWAP_64 (record.size);
  SWAP_64 (pid);
  SWAP_64 (ppid);
  SWAP_64 (start_time);
  SWAP_64 (end_time);
  SWAP_64 (cpu_user);
  SWAP_64 (cpu_system);
  SWAP_32 (end);
  SWAP_32 (status);
  SWAP_32 (place);
  SWAP_32 (processes);
  SWAP_32 (sampler);
  SWAP_32 (system);
  SWAP_64 (holder);
  SWAP_32 (adjust);
  SWAP_32 (older);
  SWAP_32 (last);
  SWAP_32 (threads);
  SWAP_32 (sections);
  SWAP_32 (modules);
  SWAP_32 (command);
  SWAP_32 (rank);
}

bool
profile_next_process (const struct bytes *bytes, bool swap, uint64_t *offset,
		      struct cgprof_process *process)
{
  while (*offset < bytes->size
	 && bytes->size - *offset >= sizeof (struct cgprof_record))
    {
      const unsigned char *p = bytes->data + *offset;
      uint64_t left = bytes->size - *offset;
      uint64_t size = bytes_64 (p + offsetof (struct cgprof_record, size),
				swap);
      if (size < sizeof (struct cgprof_record) || size > left)
	return false;
      *offset += size;
      if (bytes_32 (p, swap) != CGPROF_RECORD_PROCESS
	  || size < sizeof *process)
	continue;
      memcpy (process, p, sizeof *process);
      if (swap)
	profile_process_swap (process);
      return true;
    }
  return false;
}
