/* Which programs a process and its descendants execute, as the kernel tells
   whoever asks for perf events of their names; it needs no privileges where
   those of one's own processes need none.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_CMD_EXECUTED_H
#define CGPROF_CMD_EXECUTED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* What the kernel keeps of a program's name, its NUL included.  */
#define EXECUTED_NAME 16

/* A process began to execute a program.  */
struct executed_program
{
  uint64_t pid;
  char name[EXECUTED_NAME];
};

struct executed
{
  struct executed_ring *rings;	/* One a processor.  */
  size_t ring_count;
  struct executed_program *programs;	/* What was executed so far, */
  size_t program_count, program_room;
  bool lost;			/* and more that is not known.  */
};

/* Begin to watch PROCESS, a child that has executed nothing yet.  Return
   false, without a message but with the reason in errno, if the kernel does
   not let us; WATCH must be freed in any case.  */
bool executed_start (struct executed *watch, pid_t process);

/* Wait until PROCESS, the child, has ended, and note what is executed
   meanwhile.  */
void executed_wait (struct executed *watch, pid_t process);

void executed_free (struct executed *watch);

#endif /* CGPROF_CMD_EXECUTED_H */
