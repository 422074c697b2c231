/* Running processes and their profiles.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "cmd/process.h"
#include "base/diag.h"

#include <cgprof/format.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool
process_is_profile (const char *file)
{
  int fd = open (file, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  char magic[sizeof CGPROF_MAGIC - 1];
  bool good = fd >= 0 && read (fd, magic, sizeof magic) == sizeof magic
    && memcmp (magic, CGPROF_MAGIC, sizeof magic) == 0;
  if (fd >= 0)
    close (fd);
  return good;
}

pid_t
process_parse (const char *word)
{
  if (strspn (word, "0123456789") != strlen (word)
      || access (word, F_OK) == 0)
    return 0;
  long number = strtol (word, NULL, 10);
  return number > 0 && number == (pid_t) number ? number : 0;
}

/* Return a name, to be freed, by which the profile that process PID calls FILE
   can be opened, NULL if that is none: the process may have another root.  */

static char *
process_reach (pid_t pid, const char *file, ino_t inode)
{
  struct stat status;
  if (stat (file, &status) == 0 && status.st_ino == inode
      && process_is_profile (file))
    return strdup (file);
  char *name;
  if (asprintf (&name, "/proc/%jd/root%s", (intmax_t) pid, file) < 0)
    return NULL;
  if (process_is_profile (name))
    return name;
  free (name);
  return NULL;
}

char *
process_find_profile (pid_t pid)
{
  char maps[64];
  snprintf (maps, sizeof maps, "/proc/%jd/maps", (intmax_t) pid);
  FILE *lines = fopen (maps, "re");
  if (!lines)
    return NULL;
  char *line = NULL;
  size_t room = 0;
  char *found = NULL;
  while (!found && getline (&line, &room, lines) > 0)
    {
      char mode[5];
      uintmax_t inode;
      int at = 0;
      line[strcspn (line, "\n")] = 0;
      if (sscanf (line, "%*s %4s %*s %*s %ju %n", mode, &inode, &at) == 2
	  && at > 0 && mode[3] == 's' && line[at] == '/')
	found = process_reach (pid, line + at, inode);
    }
  free (line);
  fclose (lines);
  errno = 0;
  return found;
}

bool
process_has_own_numbers (pid_t pid)
{
  char status[64];
  snprintf (status, sizeof status, "/proc/%jd/status", (intmax_t) pid);
  FILE *lines = fopen (status, "re");
  char line[1024];
  intmax_t inner = pid;
  while (lines && fgets (line, sizeof line, lines))
    if (strncmp (line, "NSpid:", 6) == 0)
      {
	const char *last = strrchr (line, '\t');
	if (last)
	  inner = strtoimax (last, NULL, 10);
      }
  if (lines)
    fclose (lines);
  return inner == pid
    || diag_error (NULL, "process %jd has another number in its own "
		   "namespace, %jd: expected a cgprof there "
		   "(nsenter -t %jd -m -p)",
		   (intmax_t) pid, inner, (intmax_t) pid);
}

void
process_complain (const char *name)
{
  diag_error (name, errno ? "cannot look at this process: %s"
	      : "this process has no profile; compile the program with "
	      "$(cgprof --cflags)", strerror (errno));
}
