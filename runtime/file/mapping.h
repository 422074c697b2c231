/* What the profile is made of at each moment: for mapping.c, file.c, grow.c,
   rescue.c and finish.c alone.

   SPDX-License-Identifier: MIT

   Of the region of addresses (region.h), a part at the beginning is mapped:
   the file, memory, or the file followed by memory.  These are the states:

   State    Records                              New records need
   -------  -----------------------------------  ------------------------------
   none     there are none                       -
   file     all are in the file                  room on the disk
   spilled  those that end at BACKED or before   memory
	    are in the file; the others in
	    memory, or in part
   memory   all are in memory                    memory

   From     To       In                 When
   -------  -------  -----------------  ---------------------------------------
   none     file     cgrt_file_create   a file can be made
   none     memory   cgrt_file_create   none can be made
   file     spilled  cgrt_file_         the file cannot grow: no room, a limit,
		     allocate           or it has not its name any longer
   file,    spilled  next call under    the file system takes no more of a page
   spilled           the lock           that had room; TORN is set
   file,    memory   cgrt_file_finish   the program had removed the file: what
   spilled                              is counted from here on is lost
   all      memory   cgrt_file_split    the file is the parent's
   all      memory   cgrt_file_lose     somebody has cut the file: all records
					are zero and stay so; LOST is set
   all but  file,    cgrt_file_create   in a forked child, which leaves the
   none     memory                      file to its parent

   The caller of each holds cgrt_memory_lock or is the only thread, but for
   cgrt_file_lose and cgrt_file_keep: they may run in any thread and in a
   signal handler, which may have interrupted another of these.  So LOST and
   TORN are set atomically and for good, and who depends on LOST asks for it
   beside the state.  Once TORN is set, single pages anywhere may be memory:
   BACKED is 0, and all is written at the end.

   cgrt_file_finish makes the file shorter but leaves file and spilled what
   they are, for the program may count on.  The file is always as long as all
   pages that are populated (file) or as BACKED (spilled): where records are
   counted in, no page is beyond its end, and a file that is shorter was cut by
   somebody else.  What a child has mapped may be longer: it joined before the
   last of the others cut the file.  */

#ifndef CGPROF_RUNTIME_FILE_MAPPING_H
#define CGPROF_RUNTIME_FILE_MAPPING_H

#include <stdint.h>

enum cgrt_mapping_state
{
  CGRT_MAPPING_NONE,
  CGRT_MAPPING_FILE,
  CGRT_MAPPING_SPILLED,
  CGRT_MAPPING_MEMORY
};

/* Lengths are bytes from the beginning of the region, all but USED in whole
   pages; from USED on, none is shorter than the one before.  In the state file
   other processes may make records, too (shared.h).  A process that leaves
   that state takes all bytes up to the header's ROOM for itself, so that its
   records in memory, behind them, have offsets that no other has in the
   file.  */
struct cgrt_mapping
{
  enum cgrt_mapping_state state;
  uint64_t backed;		/* Spilled: up to here, it is the file;
				   otherwise 0.  */
  uint64_t used;		/* Up to here, records; in the file, those of
				   this process.  */
  uint64_t populated;		/* Not file: up to here, pages may be
				   touched.  */
  uint64_t mapped;		/* Up to here, something is mapped.  */
  int ended;			/* cgrt_file_finish has cut the file, which
				   then grows in small steps.  */
  int lost;			/* cgrt_file_lose was called.  Atomic.  */
  int torn;			/* cgrt_file_keep was called.  Atomic.  */
};

extern struct cgrt_mapping cgrt_map;

/* All of the following may be called in a signal handler, and with or without
   a lock unless one is named.  */

/* Return up to where pages may be touched.  */
uint64_t cgrt_mapping_safe (void);

/* Open our file again, which is lost from then on if somebody has cut it
   (cgrt_file_lose).  Return a descriptor or minus an errno, as of
   cgrt_self_open.  */
int cgrt_mapping_reopen (void);

/* Give our file its permissions back, if it can be opened.  */
void cgrt_mapping_permit (void);

/* In the state file, after it could not grow because of ERROR, an errno: say
   so, and have records in memory from now on.  ESTALE: our file has not its
   name any longer.  The caller holds cgrt_memory_lock.  */
void cgrt_mapping_spill (int error);

/* Notice that cgrt_file_keep was called: what follows is in memory, and all
   that there is goes to the file once more.  The caller holds
   cgrt_memory_lock.  */
void cgrt_mapping_note_torn (void);

/* Count on without the file, in the first POPULATED bytes.  */
void cgrt_mapping_leave_file (uint64_t populated);

#endif /* CGPROF_RUNTIME_FILE_MAPPING_H */
