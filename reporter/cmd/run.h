/* Running profiled programs, and finding what they leave.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_CMD_RUN_H
#define CGPROF_CMD_RUN_H

#include <stdint.h>
#include <sys/types.h>

/* What the runtime is told to write, in the directory of the run, unless it
   is a whole run.  */
#define RUN_PROFILE "cgprof.out"

/* What is said of a program without a profile.  */
#define RUN_NO_PROFILE \
  "left no profile; compile it with $(cgprof --cflags)"

/* Make the program's environment: the runtime gets MORE options besides the
   user's, and is this installation's unless the user chose one.  */
void run_set_environment (const char *more);

/* Return the time of the day, ns since 1970.  */
uint64_t run_clock (void);

/* Return the name, to be freed, of the profile RUN_PROFILE that process RAN
   began at START or later; NULL if there is none.  A live process may have the
   name: then the program appends its number.  */
char *run_find_profile (pid_t ran, uint64_t start);

#endif /* CGPROF_CMD_RUN_H */
