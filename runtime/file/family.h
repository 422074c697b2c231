/* The processes that count in one profile.

   SPDX-License-Identifier: MIT  */

#ifndef CGPROF_RUNTIME_FILE_FAMILY_H
#define CGPROF_RUNTIME_FILE_FAMILY_H

#include <stdint.h>

#include <cgprof/format.h>

/* The PROCESS records of this process and of the place in which it counts,
   most often the same.  */
extern struct cgprof_process *cgrt_family_self;
extern struct cgprof_process *cgrt_family_place;

/* Write to SELF, which is to be the record with that ID, that this process
   begins in a place of its own.  */
void cgrt_family_begin (struct cgprof_process *self, uint32_t id);

/* Note that this process is the one of the record with that ID, which is a
   place.  */
void cgrt_family_enter (uint32_t id);

#endif /* CGPROF_RUNTIME_FILE_FAMILY_H */
