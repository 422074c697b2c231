/* Which signal killed a process, for its profile.

   A process that a signal kills cannot tell; who waits for it can.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "cmd/killed.h"
#include "base/bytes.h"
#include "steer/live.h"

#include <cgprof/format.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Whether this user may write to PROFILE, and in this machine's byte
   order.  */

static bool
killed_may_write (const char *profile)
{
  struct stat status;
  struct bytes head;
  struct cgprof_header header = { .byte_order = 0 };
  if (stat (profile, &status) != 0 || status.st_uid != geteuid ()
      || !bytes_read (&head, profile, sizeof header))
    return false;
  if (head.size >= sizeof header)
    memcpy (&header, head.data, sizeof header);
  bytes_free (&head);
  return header.byte_order == CGPROF_BYTE_ORDER;
}

void
killed_note (const struct killed *killed, const char *profile)
{
  struct live live;
  if (killed->signal == 0 || !killed_may_write (profile))
    return;
  if (live_open (&live, profile, true))
    for (struct cgprof_record *record = live_first (&live); record;
	 record = live_next (&live, record))
      {
	struct cgprof_process *process = (struct cgprof_process *) record;
	if (record->type == CGPROF_RECORD_PROCESS
	    && record->size >= sizeof *process
	    && process->pid == (uint64_t) killed->pid
	    && process->end == CGPROF_END_NONE)
	  {
	    process->status = killed->signal;
	    process->end = CGPROF_END_SIGNAL;
	  }
      }
  live_close (&live);
}
