/* Whether a process still runs.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/alive.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Whether there is a process PID, running or not.  */

static bool
alive_is_there (uint64_t pid)
{
  return kill (pid, 0) == 0 || errno == EPERM;
}

/* Whether what began TICKS after the system did was there at TIME_NS, as far
   as the clock tells, which counts in parts of a second.  */

static bool
alive_began_by (unsigned long long ticks, uint64_t time_ns)
{
  struct timespec now, up;
  clock_gettime (CLOCK_REALTIME, &now);
  clock_gettime (CLOCK_BOOTTIME, &up);
  double began = (double) (now.tv_sec - up.tv_sec)
    + 1e-9 * (double) (now.tv_nsec - up.tv_nsec)
    + (double) ticks / (double) sysconf (_SC_CLK_TCK);
  return began < time_ns / 1e9 + 1;
}

/* Whether process PID has mapped FILE, or that is not told.  */

static bool
alive_has_mapped (uint64_t pid, const char *file)
{
  struct stat status;
  char path[64];
  snprintf (path, sizeof path, "/proc/%" PRIu64 "/maps", pid);
  FILE *in = fopen (path, "re");
  if (!in)
    return true;
  char *line = NULL;
  size_t room = 0;
  bool found = false;
  /* Numbers of devices may be others than stat has.  */
  if (stat (file, &status) == 0)
    while (!found && getline (&line, &room, in) > 0)
      {
	uintmax_t inode;
	found = sscanf (line, "%*s %*s %*s %*s %ju", &inode) == 1
	  && inode == status.st_ino;
      }
  free (line);
  fclose (in);
  return found;
}

bool
alive_process (uint64_t pid, uint64_t time_ns, const char *file)
{
  char path[64], text[1024];
  if (pid == 0 || pid > INT_MAX)
    return false;
  snprintf (path, sizeof path, "/proc/%" PRIu64 "/stat", pid);
  FILE *in = fopen (path, "re");
  if (!in)
    return alive_is_there (pid);
  size_t size = fread (text, 1, sizeof text - 1, in);
  fclose (in);
  text[size] = '\0';

  /* Behind the name in parentheses the state, and 17 and 19 fields later the
     number of threads and when it began, in ticks since the system did.  */
  const char *p = strrchr (text, ')');
  char state;
  unsigned long threads;
  unsigned long long ticks;
  if (!p
      || sscanf (p + 1, " %c %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s"
		 " %*s %*s %*s %*s %lu %*s %llu", &state, &threads, &ticks)
	 != 3)
    return alive_is_there (pid);
  /* A first thread that has ended is a zombie while there are others.  */
  if (strchr ("ZXx", state) && threads <= 1)
    return false;
  return time_ns == 0 || alive_began_by (ticks, time_ns)
    || (file && alive_has_mapped (pid, file));
}
