/* Running processes and their profiles.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_CMD_PROCESS_H
#define CGPROF_CMD_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

/* Whether FILE is a cgprof.out.  */
bool process_is_profile (const char *file);

/* Return the process that WORD is the number of; 0 if it is none, or the name
   of a file.  */
pid_t process_parse (const char *word);

/* Return a name, to be freed, of the profile that process PID has mapped;
   NULL, with errno 0 if it has none.  */
char *process_find_profile (pid_t pid);

/* Whether numbers of processes mean the same to process PID as here; if not,
   say so.  */
bool process_has_own_numbers (pid_t pid);

/* Say that the process NAME has no profile, for the reason in errno.  */
void process_complain (const char *name);

#endif /* CGPROF_CMD_PROCESS_H */
