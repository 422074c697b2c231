/* The processes that count in one profile.

   SPDX-License-Identifier: MIT  */

#include "file/family.h"

#include "base/process.h"
#include "base/sys.h"
#include "file/file.h"

struct cgprof_process *cgrt_family_self;
struct cgprof_process *cgrt_family_place;

void
cgrt_family_begin (struct cgprof_process *self, uint32_t id)
{
  self->record.id = id;
  self->pid = (uint64_t) cgrt_pid;
  self->ppid = (uint64_t) sys (SYS_getppid, 0, 0, 0, 0, 0, 0);
  self->start_time = sys_clock (CLOCK_REALTIME);
  self->status = CGPROF_STATUS_UNKNOWN;
  self->place = id;
  self->processes = 1;
  self->holder = self->pid;
  self->last = id;
}

void
cgrt_family_enter (uint32_t id)
{
  cgrt_family_self = cgrt_family_place = cgrt_file_record (id);
}
