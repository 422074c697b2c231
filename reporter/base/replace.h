/* Writing a file so that what was there stays until the new one is whole.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_BASE_REPLACE_H
#define CGPROF_BASE_REPLACE_H

#include <stdbool.h>
#include <stdio.h>

/* A file that is being written.  */
struct replace
{
  const char *file;		/* As the user names it.  */
  FILE *out;			/* What to write to.  */
  char *target;			/* FILE's own name, no link.  */
  char *place;			/* Where OUT is.  */
  bool whole;			/* That takes TARGET's place when all is well.
				   What is there and is no file, such as
				   /dev/stdout or a pipe, or is standard
				   output's, is written to instead.  */
};

/* Begin to write FILE, a name that lives as long as REPLACE; its owner and
   permissions stay if it is there.  Return false after a message if that
   cannot be; then nothing is to be ended.  */
bool replace_begin (struct replace *replace, const char *file);

/* End what replace_begin began: FILE is what was written if that was GOOD and
   could be, else what it was.  Return whether it is new, after a message if it
   was GOOD and is not.  */
bool replace_end (struct replace *replace, bool good);

/* Do what these two do without messages: return an errno, 0 if all is
   well.  */
int replace_open (struct replace *replace, const char *file);
int replace_close (struct replace *replace, bool good);

#endif /* CGPROF_BASE_REPLACE_H */
