/* The profile's name, and files that may be replaced by ours.

   SPDX-License-Identifier: MIT  */

#ifndef CGPROF_RUNTIME_FILE_NAME_H
#define CGPROF_RUNTIME_FILE_NAME_H

#include <limits.h>
#include <stddef.h>
#include <sys/stat.h>

extern char cgrt_name_written[PATH_MAX];	/* As the user wrote it.  */
extern char cgrt_name_path[PATH_MAX];		/* Absolute.  */

/* Set by cgrt_name_check if it has found a profile in which another process is
   counting.  */
extern int cgrt_name_beside;

/* Permissions that a profile does not have while it is counted in.  */
#define CGRT_NAME_MODE_WRITE 0222

/* Set both names above to PATTERN, in which %p is replaced by the pid, %h by
   the host's name, %m by the program's, %t by the time of day in nanoseconds
   and %% by a percent sign.  From LEVEL 1
   on .PID is appended unless PATTERN has %p, from LEVEL 2 on .LEVEL, too.
   Return 0 or an errno.  Not in a signal handler.  */
int cgrt_name_expand (const char *pattern, unsigned level);

/* How many names are tried for one profile.  */
#define CGRT_NAME_MOST 10000

/* Have cgrt_name_expand_wanted use PATTERN, from level 0 on or, if FORCE_PID
   is set, from level 1 on.  Return 0 or ENAMETOOLONG.  Not in a signal
   handler.  */
int cgrt_name_want (const char *pattern, int force_pid);

/* Set both names to the one that comes after N others.  Return what
   cgrt_name_expand does.  */
int cgrt_name_expand_wanted (unsigned n);

/* Return 0 if there is a file PATH and it may be replaced, else an
   errno: ENOENT if there is none, EBUSY for a profile that is being counted
   in.  Set *STATUS to what lstat says of it.  Symbolic links, directories and
   devices are not replaced; nor is a file that the user may not write to, or
   that nobody may (which holds for root, too), unless it is the profile that a
   killed process of the user's has left.  */
int cgrt_name_check (const char *path, struct stat *status);

/* Create a file in the directory of PATH and write its name to TEMPORARY, of
   SIZE bytes.  Return a descriptor, open for reading and writing, or minus an
   errno.  */
int cgrt_name_open_temporary (const char *path, char *temporary,
			      size_t size);

/* Rename the file TEMPORARY to PATH, so that no file that must not
   be replaced is lost even if other processes do the same at this time.
   Return 0 or an errno, as of cgrt_name_check: EBUSY if the name is that of a
   profile that is being counted in.  */
int cgrt_name_take (const char *temporary, const char *path);

#endif /* CGPROF_RUNTIME_FILE_NAME_H */
