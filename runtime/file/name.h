/* The profile's name, and the files that have it.

   SPDX-License-Identifier: MIT  */

#ifndef CGPROF_RUNTIME_FILE_NAME_H
#define CGPROF_RUNTIME_FILE_NAME_H

#include <limits.h>
#include <stddef.h>
#include <sys/stat.h>

extern char cgrt_name_written[PATH_MAX];	/* As the user wrote it.  */
extern char cgrt_name_path[PATH_MAX];		/* Absolute.  */

/* Whether another process was found to count in the file of a name that was
   wanted.  */
extern int cgrt_name_beside;

/* Permissions that a profile does not have while it is counted in.  */
#define CGRT_NAME_MODE_WRITE 0222

/* Write PATTERN's expansion to the names above.  Returns 0 or an errno.
   LEVEL 0 is the name as it is; then the pid is added, if it is not there
   already, then a number from 2 on.  Normal context.  */
int cgrt_name_expand (const char *pattern, unsigned level);

/* Whether the file of this name may be replaced: 0 or an errno, ENOENT if
   there is none, EBUSY for a profile that is being counted in; *STATUS is
   what lstat says of it.  A symbolic link is not followed, a device not
   replaced, and a file that was made read-only is kept, by root too; the
   profile of a killed process only looks so.  */
int cgrt_name_check (struct stat *status);

/* Open a new file in the same directory and write its name to TEMPORARY, of
   SIZE bytes.  Returns a descriptor or minus an errno.  */
int cgrt_name_open_temporary (char *temporary, size_t size);

/* Give the file TEMPORARY the name, under which no file may be lost that
   must not be replaced, though other processes do the same.  Returns 0 or an
   errno; EBUSY: the name is taken by a profile that is being counted in.  */
int cgrt_name_take (const char *temporary);

#endif /* CGPROF_RUNTIME_FILE_NAME_H */
