/* Writing a file so that what was there stays until the new one is whole.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>
#include "base/replace.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/mem.h"

static void
replace_free (struct replace *replace)
{
  free (replace->target);
  free (replace->place);
}

/* Whether another file can take the place of FILE, whose own name is TARGET,
   NULL if there is none.  What standard output goes to must stay that, and a
   name that leads to nothing that has one, as /dev/stdout may, is no
   place.  */

static bool
replace_is_place (const char *file, const char *target)
{
  struct stat status, output;
  if (!target)
    return lstat (file, &status) != 0;
  return stat (file, &status) != 0
    || (S_ISREG (status.st_mode)
	&& (fstat (STDOUT_FILENO, &output) != 0
	    || status.st_dev != output.st_dev
	    || status.st_ino != output.st_ino));
}

/* Give the file FD the owner and the permissions of FILE, if that is there, as
   far as this user may.  */

static void
replace_permit (int fd, const char *file)
{
  struct stat status;
  if (stat (file, &status) != 0)
    return;
  mode_t mode = status.st_mode & 0777;
  /* Nor is what a group may do for another one.  */
  if (fchown (fd, status.st_uid, status.st_gid) != 0
      && fchown (fd, -1, status.st_gid) != 0)
    mode &= ~070;
  fchmod (fd, mode);
}

int
replace_open (struct replace *replace, const char *file)
{
  /* A link goes on leading to the file.  */
  char *target = realpath (file, NULL);
  *replace = (struct replace) {
    .file = file,
    .target = target ? target : strdup (file),
    .whole = replace_is_place (file, target)
  };
  if (!replace->target
      || (replace->whole
	  ? asprintf (&replace->place, "%s.%ld", replace->target,
		      (long) getpid ())
	  : asprintf (&replace->place, "%s", replace->target)) < 0)
    mem_failed ();
  replace->out = fopen (replace->place, replace->whole ? "wbx" : "wb");
  /* In a folder that may not be written to a file yet may.  */
  if (!replace->out && replace->whole && target
      && (errno == EACCES || errno == EPERM || errno == EROFS))
    {
      replace->whole = false;
      strcpy (replace->place, target);
      replace->out = fopen (target, "wb");
    }
  if (replace->out)
    {
      if (replace->whole)
	replace_permit (fileno (replace->out), file);
      return 0;
    }
  int error = errno;
  replace_free (replace);
  return error;
}

bool
replace_begin (struct replace *replace, const char *file)
{
  int error = replace_open (replace, file);
  return !error || diag_error (file, "cannot write: %s", strerror (error));
}

int
replace_close (struct replace *replace, bool good)
{
  int error = fflush (replace->out) != 0 ? errno
    : ferror (replace->out) ? EIO : 0;
  if (fclose (replace->out) != 0 && !error)
    error = errno;
  if (replace->whole && good && !error
      && rename (replace->place, replace->target) != 0)
    error = errno;
  if (replace->whole && (error || !good))
    remove (replace->place);
  replace_free (replace);
  return error;
}

bool
replace_end (struct replace *replace, bool good)
{
  int error = replace_close (replace, good);
  return good
    && (!error
	|| diag_error (replace->file, "cannot write: %s", strerror (error)));
}
