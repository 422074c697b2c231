/* The profile: a mapped file or, where there can be none, memory in its place.

   SPDX-License-Identifier: MIT

   The file is made sparse, longer than what is used (grow.c), and mapped
   whole; space on the disk is reserved through the mapping just before it
   is used, so that a full disk is an error here and not a SIGBUS there.
   No descriptor is kept: the program sees none, and reserving works after
   chroot, setuid or the removal of the file.  */

#include "file/file.h"

#include "file/family.h"
#include "file/grow.h"
#include "file/mapping.h"
#include "file/name.h"
#include "file/region.h"
#include "file/self.h"
#include "file/shared.h"
#include "file/space.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/sys.h"

/* For all that is left of the process.  */
#define SETTLED_SPACE ((uint64_t) 1024 * 1024)

/* In the state file: where bytes are set aside for when system calls are
   limited, and how many.  */
static uint64_t reserve, reserved;

static uint64_t
round_up (uint64_t size)
{
  return (size + CGPROF_ALIGN - 1) & ~(uint64_t) (CGPROF_ALIGN - 1);
}

/* Take the SIZE bytes at AT for a record of this process.  Returns whether it
   was the first to do so.  */

static int
take_bytes (uint64_t at, uint64_t size)
{
  if (!cgrt_shared_take (at, size))
    return 0;
  if (cgrt_map.used < at + size)
    cgrt_map.used = at + size;
  return 1;
}

/* Make a record of SIZE bytes in the file.  Returns NULL if that cannot be,
   and why in *ERROR.  */

static void *
claim (uint64_t size, int *error)
{
  void *claimed = NULL;

  *error = cgrt_shared_enter_gate () ? 0 : EBUSY;
  if (*error)
    return NULL;
  do
    {
      uint64_t at = cgrt_file_used ();

      /* Somebody has cut the file, and it is about to be lost.  */
      if (at < CGRT_FILE_FIRST || cgrt_file_is_lost ())
	*error = ESTALE;
      else if (at + size > cgrt_shared_room () || at + size > cgrt_map.mapped)
	*error = cgrt_limited ? EPERM : cgrt_grow_file (at + size);
      if (!*error && take_bytes (at, size))
	claimed = cgrt_file_at (at);
    }
  while (!claimed && !*error);
  cgrt_shared_leave_gate ();
  return claimed;
}

/* Make a record of the bytes that were set aside for when system calls are
   limited.  What is left of them is a record without a type.  */

static void *
use_reserve (uint64_t size)
{
  struct cgprof_record *record = cgrt_file_at (reserve);
  uint64_t left = reserved - size;

  if (size > reserved)
    return NULL;
  reserve += size;
  reserved = left;
  if (left)
    ((struct cgprof_record *) cgrt_file_at (reserve))->size = left;
  __atomic_store_n (&record->size, size, __ATOMIC_RELEASE);
  return record;
}

void *
cgrt_file_claim (uint64_t size)
{
  int error;

  cgrt_mapping_note_torn ();
  return cgrt_file_is_open () ? claim (round_up (size), &error) : NULL;
}

void *
cgrt_file_allocate (uint64_t size)
{
  struct cgprof_record *record;
  uint64_t end;
  int error;

  size = round_up (size);
  cgrt_mapping_note_torn ();
  if (cgrt_map.state == CGRT_MAPPING_FILE)
    {
      if (cgrt_limited)
	return use_reserve (size);
      record = claim (size, &error);
      if (record)
	return record;
      cgrt_mapping_spill (error);
    }
  end = cgrt_map.used + size;
  if ((cgrt_limited && end > cgrt_map.populated) || cgrt_grow_memory (end))
    return NULL;
  record = cgrt_file_at (cgrt_map.used);
  cgrt_map.used = end;
  __atomic_store_n (&record->size, size, __ATOMIC_RELEASE);
  return record;
}

void
cgrt_file_publish (void *record, uint32_t type)
{
  __atomic_store_n (&((struct cgprof_record *) record)->type, type,
		    __ATOMIC_RELEASE);
}

void
cgrt_file_settle (void)
{
  cgrt_mapping_note_torn ();
  if (cgrt_map.state == CGRT_MAPPING_FILE)
    {
      int error;
      void *bytes = claim (SETTLED_SPACE, &error);
      if (!bytes)
	return;
      reserve = cgrt_file_offset (bytes);
      reserved = SETTLED_SPACE;
    }
  else if (cgrt_grow_memory (cgrt_map.used + SETTLED_SPACE))
    return;
  if (cgrt_map.state != CGRT_MAPPING_MEMORY && cgrt_family_is_last ())
    cgrt_mapping_permit ();
}

void
cgrt_file_shrink (void)
{
  uint64_t keep;

  if (cgrt_file_is_lost ())
    return;
  keep = cgrt_page_up (cgrt_mapping_safe ());
  cgrt_region_shrink (keep);
  cgrt_map.mapped = cgrt_map.populated = keep;
}

int
cgrt_file_room (const struct cgrt_file_new *new, uint64_t from, uint64_t to)
{
  int error;

  from = cgrt_page_down (from);
  to = cgrt_page_up (to);
  if (new->fd < 0 || from == to)
    return 0;
  /* Where much may be written and little will be, it is better to tell the
     disk than to touch all: 128 us for 300 KiB.  */
  if (to - from > cgrt_memory_page ()
      && cgrt_space_allocate (new->fd, from, to - from, &error))
    return error;
  error = cgrt_space_populate (new->bytes + from, to - from);
  return error == EFAULT ? cgrt_space_reason (new->fd, from) : error;
}

int
cgrt_file_create (const char *pattern, int force_pid, uint64_t first_used,
		  int (*fill) (const struct cgrt_file_new *))
{
  unsigned char *mapping = NULL;
  uint64_t length, need;
  int error;

  error = cgrt_file_base ? 0 : cgrt_region_reserve ();
  if (error)
    return error;
  /* All that a forked child has inherited must be covered.  */
  need = cgrt_page_up (first_used);
  length = cgrt_grow_first_length (need);

  error = cgrt_name_want (pattern, force_pid);
  if (error)
    return error;
  cgrt_name_beside = 0;
  error = EBUSY;
  for (unsigned i = 0; i < CGRT_NAME_MOST && error == EBUSY; i++)
    {
      error = cgrt_name_expand_wanted (i);
      if (!error)
	error = cgrt_self_create (need, &length, &mapping, fill);
    }
  cgrt_map.state = error ? CGRT_MAPPING_MEMORY : CGRT_MAPPING_FILE;
  if (error)
    {
      cgrt_message (*cgrt_name_written ? cgrt_name_written : pattern,
		    "cannot write", error);
      mapping = sys_mmap (NULL, length, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0,
			  &error);
      if (error)
	return error;
      fill (&(const struct cgrt_file_new) { mapping, -1 });
    }
  error = cgrt_region_move (mapping, length, cgrt_file_base);
  if (error)
    return error;
  /* Behind the child's own, nothing of the parent's may stay.  */
  cgrt_region_empty (length, cgrt_map.mapped);
  cgrt_map.mapped = length;
  cgrt_map.populated = length;
  if (cgrt_map.state == CGRT_MAPPING_FILE)
    cgrt_file_header ()->room = need;
  cgrt_map.backed = 0;
  reserved = 0;
  cgrt_map.used = first_used;
  cgrt_map.ended = 0;
  cgrt_map.torn = 0;
  return 0;
}
