/* The end of the file: what is in memory is written to it, and it is cut.

   SPDX-License-Identifier: MIT  */

#include "file/file.h"

#include <limits.h>
#include <sys/resource.h>

#include "base/memory.h"
#include "base/message.h"
#include "base/sys.h"
#include "file/family.h"
#include "file/mapping.h"
#include "file/name.h"
#include "file/region.h"
#include "file/rest.h"
#include "file/self.h"
#include "file/shared.h"

/* Let the header tell of the records in memory, too.  */

static void
tell_used (void)
{
  __atomic_store_n (&cgrt_file_header ()->used, cgrt_map.used,
		    __ATOMIC_RELEASE);
}

/* The program has removed or replaced the file, which lives on unnamed:
   write all of it to a new one.  Returns whether that could be done.  */

static int
write_again (void)
{
  /* An alternate stack has no room for it.  */
  static CGRT_BUFFER char temporary[PATH_MAX + 64];
  uint64_t used;
  int error = EBUSY;
  int fd;

  if (cgrt_map.state != CGRT_MAPPING_FILE)
    tell_used ();
  used = cgrt_file_used ();
  fd = cgrt_name_open_temporary (cgrt_name_path, temporary,
				 sizeof temporary);
  if (fd < 0)
    error = -fd;
  else
    {
      error = used > sys_limit (RLIMIT_FSIZE) ? EFBIG
	      : used > cgrt_map.mapped ? EIO
	      : sys_write (fd, cgrt_file_base, used);
      sys_close (fd);
      if (!error)
	error = EBUSY;
      for (unsigned i = 0; i < CGRT_NAME_MOST && error == EBUSY; i++)
	{
	  error = cgrt_name_expand_wanted (i);
	  if (!error)
	    error = cgrt_name_take (temporary, cgrt_name_path);
	}
      if (error)
	unlink (temporary);
    }
  if (error)
    cgrt_message (cgrt_name_written,
		  "was removed, cannot write it again", error);
  /* What is counted from here on is not in it.  */
  cgrt_map.used = used;
  cgrt_mapping_leave_file (cgrt_mapping_safe ());
  return !error;
}

/* Write to FD what is in memory.  Returns 0 or an errno.  */

static int
write_rest (int fd)
{
  uint64_t from = cgrt_map.backed ? cgrt_map.backed : cgrt_memory_page ();
  int error = 0;

  if (cgrt_map.used > sys_limit (RLIMIT_FSIZE))
    return EFBIG;
  if (cgrt_map.used > from)
    error = sys_write_at (fd, from, cgrt_file_at (from), cgrt_map.used - from);
  if (error)
    return error;
  tell_used ();
  /* The header is last, so that it does not tell of what is not there.  */
  return cgrt_map.backed ? 0
	 : sys_write_at (fd, 0, cgrt_file_base,
			 cgrt_map.used < from ? cgrt_map.used : from);
}

/* Write what is in memory to the file, make it as short as can be and give it
   its permissions back; LAST as in cgrt_file_finish, which returns what this
   does.  */

static int
cut_file (int last)
{
  uint64_t length;
  int fd = cgrt_mapping_reopen (), error = 0;

  if (last && (fd == -EROFS || fd == -EIO)
      && !__atomic_exchange_n (&cgrt_map.torn, 1, __ATOMIC_ACQ_REL))
    cgrt_message (cgrt_name_written, "cannot write", -fd);
  if (fd < 0)
    return last && !cgrt_file_is_lost ()
	   && cgrt_self_was_removed (cgrt_file_base)
	   ? write_again () : cgrt_file_whole ();
  if (cgrt_map.state == CGRT_MAPPING_FILE)
    /* Whole pages: the kernel may clear what is counted in the last one behind
       the file's end.  */
    {
      length = cgrt_map.mapped = cgrt_page_up (cgrt_file_used ());
      cgrt_shared_lower_room (length);
    }
  else
    {
      error = write_rest (fd);
      /* A record in memory may begin before BACKED, and is counted in
	 there.  Of a torn file any page may still be counted in.  */
      length = !cgrt_map.backed ? cgrt_page_up (cgrt_map.used)
	       : error || cgrt_map.used < cgrt_map.backed ? cgrt_map.backed
	       : cgrt_map.used;
    }
  sys_ftruncate (fd, length);
  cgrt_self_permit (fd);
  sys_close (fd);
  return !error;
}

int
cgrt_file_finish (int last)
{
  int whole;

  cgrt_mapping_note_torn ();
  if (cgrt_map.state == CGRT_MAPPING_MEMORY || cgrt_file_is_lost ())
    {
      cgrt_map.ended = 1;
      return 0;
    }
  if (cgrt_map.state == CGRT_MAPPING_SPILLED)
    {
      cgrt_map.ended = 1;
      return cgrt_family_is_alone ()
	     ? cut_file (last)
	     : last && cgrt_rest_write (cgrt_map.backed, cgrt_map.used);
    }
  if (!cgrt_family_is_last () || !cgrt_shared_close_gate ())
    return cgrt_file_whole ();
  cgrt_map.ended = 1;
  whole = cut_file (last);
  cgrt_shared_open_gate ();
  return whole;
}
