/* Which processes bear a text in their environment.

   A process that is being watched for this (as by PR_SET_CHILD_SUBREAPER)
   would see another parent than it does without us; one whose environment is
   looked at sees nothing.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "cmd/bearers.h"
#include "base/mem.h"

#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Bytes of an environment that are read at a time.  */
#define BEARERS_CHUNK 65536

/* Whether process PID bears TEXT, which is shorter than a chunk.  */

static bool
bearers_has (uint64_t pid, const char *text)
{
  char path[64], chunk[2 * BEARERS_CHUNK];
  size_t length = strlen (text), kept = 0;
  snprintf (path, sizeof path, "/proc/%" PRIu64 "/environ", pid);
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return false;
  bool found = false;
  ssize_t got;
  while (!found && (got = read (fd, chunk + kept, BEARERS_CHUNK)) > 0)
    {
      size_t size = kept + got;
      found = memmem (chunk, size, text, length) != NULL;
      /* It may go on in the next chunk.  */
      kept = size < length ? size : length - 1;
      memmove (chunk, chunk + size - kept, kept);
    }
  close (fd);
  return found;
}

size_t
bearers_find (const char *text, uint64_t **pids)
{
  size_t count = 0, room = 0;
  *pids = NULL;
  DIR *processes = strlen (text) < BEARERS_CHUNK ? opendir ("/proc") : NULL;
  struct dirent *entry;
  while (processes && (entry = readdir (processes)))
    {
      char *end;
      uint64_t pid = strtoumax (entry->d_name, &end, 10);
      if (*end || end == entry->d_name || pid == (uint64_t) getpid ()
	  || !bearers_has (pid, text))
	continue;
      *pids = mem_grow (*pids, &room, count + 1, sizeof **pids);
      (*pids)[count++] = pid;
    }
  if (processes)
    closedir (processes);
  return count;
}
