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

bool
replace_begin (struct replace *replace, const char *file)
{
  struct stat status;
  /* A link goes on leading to the file.  */
  char *target = realpath (file, NULL);
  if (!target)
    target = strdup (file);
  *replace = (struct replace) {
    .file = file,
    .target = target,
    .whole = stat (file, &status) != 0 || S_ISREG (status.st_mode)
  };
  if (!target
      || (replace->whole
	  ? asprintf (&replace->place, "%s.%ld", target, (long) getpid ())
	  : asprintf (&replace->place, "%s", target)) < 0)
    mem_failed ();
  replace->out = fopen (replace->place, replace->whole ? "wbx" : "wb");
  if (replace->out)
    return true;
  int error = errno;
  replace_free (replace);
  return diag_error (file, "cannot write: %s", strerror (error));
}

bool
replace_end (struct replace *replace, bool good)
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
  return good
    && (!error
	|| diag_error (replace->file, "cannot write: %s", strerror (error)));
}
