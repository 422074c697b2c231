/* What the unit tests share: a test program has a main that calls CHECK and
   returns check_end ().

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int check_count, check_failures;

/* Print where and what, if CONDITION is false, and go on.  */
#define CHECK(condition) \
  (check_count++, (condition) \
     ? (void) 0 \
     : (void) (check_failures++, \
	       printf ("%s:%d: %s\n", __FILE__, __LINE__, #condition)))

/* Run RUN and return what it prints on standard error, up to 255 bytes, in a
   buffer that the next call uses again.  */
static inline const char *
check_says (void (*run) (void))
{
  static char said[256];
  FILE *file = tmpfile ();
  int saved = dup (STDERR_FILENO);
  dup2 (fileno (file), STDERR_FILENO);
  run ();
  fflush (stderr);
  dup2 (saved, STDERR_FILENO);
  close (saved);
  rewind (file);
  said[fread (said, 1, sizeof said - 1, file)] = '\0';
  fclose (file);
  return said;
}

/* Run RUN in a child process and return its exit status; -1 if it died
   otherwise.  A RUN that returns is status 0; its CHECKs do not count.  */
static inline int
check_child (void (*run) (void))
{
  fflush (NULL);
  pid_t child = fork ();
  if (child == 0)
    {
      run ();
      exit (0);
    }
  int status;
  if (child < 0 || waitpid (child, &status, 0) != child
      || !WIFEXITED (status))
    return -1;
  return WEXITSTATUS (status);
}

/* Print the number of checks; return the exit status: 0 if there were any and
   none failed.  */
static inline int
check_end (void)
{
  printf ("%d checks, %d failed\n", check_count, check_failures);
  return check_count == 0 || check_failures > 0;
}

#endif /* CHECK_H */
