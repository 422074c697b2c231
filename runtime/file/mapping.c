/* What the profile is made of at each moment.

   SPDX-License-Identifier: MIT  */

#include "file/mapping.h"

#include "base/message.h"
#include "base/sys.h"
#include "file/family.h"
#include "file/file.h"
#include "file/name.h"
#include "file/region.h"
#include "file/self.h"
#include "file/shared.h"

struct cgrt_mapping cgrt_map;

uint64_t
cgrt_file_used (void)
{
  return cgrt_map.state == CGRT_MAPPING_FILE && !cgrt_file_is_lost ()
	 ? __atomic_load_n (&cgrt_file_header ()->used, __ATOMIC_ACQUIRE)
	 : cgrt_map.used;
}

int
cgrt_file_has (uint32_t id, uint64_t size)
{
  uint64_t end = (uint64_t) id * CGPROF_ALIGN + size;
  return end <= cgrt_map.mapped && end <= cgrt_file_used ();
}

int
cgrt_file_contains (const void *address)
{
  return cgrt_file_base
	 && (uintptr_t) address - (uintptr_t) cgrt_file_base < cgrt_map.mapped;
}

int
cgrt_file_is_open (void)
{
  return cgrt_map.state == CGRT_MAPPING_FILE && !cgrt_limited
	 && !cgrt_file_is_lost ()
	 && !__atomic_load_n (&cgrt_map.torn, __ATOMIC_ACQUIRE);
}

/* Whether all records up to END are in the file.  */

static int
is_in_file (uint64_t end)
{
  return cgrt_map.state == CGRT_MAPPING_FILE
	 || (cgrt_map.state == CGRT_MAPPING_SPILLED && end <= cgrt_map.backed);
}

int
cgrt_file_whole (void)
{
  return is_in_file (cgrt_map.used) && !cgrt_file_is_lost ()
	 && !__atomic_load_n (&cgrt_map.torn, __ATOMIC_ACQUIRE);
}

int
cgrt_file_is_lost (void)
{
  return __atomic_load_n (&cgrt_map.lost, __ATOMIC_ACQUIRE);
}

uint64_t
cgrt_mapping_safe (void)
{
  uint64_t to = cgrt_map.state == CGRT_MAPPING_FILE ? cgrt_shared_room ()
						    : cgrt_map.populated;
  return to < cgrt_map.mapped ? to : cgrt_map.mapped;
}

int
cgrt_mapping_reopen (void)
{
  uint64_t least = cgrt_map.state == CGRT_MAPPING_FILE ? cgrt_file_used ()
						       : cgrt_map.backed;
  int was_cut;
  int fd = cgrt_self_open (least, &was_cut);

  if (was_cut)
    cgrt_file_lose ();
  return fd;
}

void
cgrt_mapping_permit (void)
{
  int fd = cgrt_mapping_reopen ();

  if (fd < 0)
    return;
  cgrt_self_permit (fd);
  sys_close (fd);
}

void
cgrt_mapping_spill (int error)
{
  if (!cgrt_file_is_lost ())
    {
      uint64_t end = cgrt_page_up (cgrt_shared_take_rest (cgrt_map.mapped));
      cgrt_map.populated = end < cgrt_map.mapped ? end : cgrt_map.mapped;
      cgrt_map.used = cgrt_map.populated;
      if (error == ESTALE)
	cgrt_message (cgrt_name_written, "cannot grow: no longer there", 0);
      else
	cgrt_message (cgrt_name_written, "cannot write", error);
      cgrt_map.state = CGRT_MAPPING_SPILLED;
      cgrt_map.backed = cgrt_map.populated;
      if (cgrt_family_place)
	cgrt_family_hold ();
    }
  /* What is mapped behind is the file without room: never used again.  */
  cgrt_map.mapped = cgrt_map.populated;
}

void
cgrt_mapping_note_torn (void)
{
  if (!__atomic_load_n (&cgrt_map.torn, __ATOMIC_ACQUIRE)
      || cgrt_map.state == CGRT_MAPPING_MEMORY || cgrt_file_is_lost ())
    return;
  if (cgrt_map.state == CGRT_MAPPING_FILE)
    cgrt_map.used = cgrt_map.mapped = cgrt_map.populated
      = cgrt_page_up (cgrt_shared_take_rest (cgrt_map.mapped));
  cgrt_family_hold ();
  cgrt_map.state = CGRT_MAPPING_SPILLED;
  cgrt_map.backed = 0;
}

void
cgrt_mapping_leave_file (uint64_t populated)
{
  cgrt_map.state = CGRT_MAPPING_MEMORY;
  cgrt_map.backed = 0;
  cgrt_map.populated = populated;
}
