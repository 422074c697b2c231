/* Where the text of source files is.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "read/source-file.h"
#include "base/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void
source_search_add (struct source_search *search, const char *directory)
{
  search->directories = mem_grow (search->directories, &search->room,
				  search->count + 1,
				  sizeof *search->directories);
  char *copy = mem_alloc (strlen (directory) + 1, 1);
  strcpy (copy, directory);
  search->directories[search->count++] = copy;
}

static bool
source_is_readable (const char *path)
{
  struct stat status;
  return stat (path, &status) == 0 && S_ISREG (status.st_mode)
    && access (path, R_OK) == 0;
}

char *
source_search_find (const struct source_search *search, const char *name)
{
  char *path = mem_alloc (strlen (name) + 1, 1);
  strcpy (path, name);
  if (source_is_readable (path))
    return path;
  free (path);
  for (size_t i = 0; i < search->count; i++)
    {
      const char *directory = search->directories[i];
      const char *rest = name;
      while (rest)
	{
	  rest += strspn (rest, "/");
	  size_t size = strlen (directory) + strlen (rest) + 2;
	  path = mem_alloc (size, 1);
	  snprintf (path, size, "%s/%s", directory, rest);
	  if (*rest && source_is_readable (path))
	    return path;
	  free (path);
	  rest = strchr (rest, '/');
	}
    }
  return NULL;
}

bool
source_search_ask (struct source_search *search, const char *name)
{
  if (search->asked || !isatty (STDIN_FILENO) || !isatty (STDERR_FILENO))
    return false;
  search->asked = true;
  fprintf (stderr, "cgprof: cannot find %s\n"
	   "directory of the source (none: go on without): ", name);
  fflush (stderr);
  char *line = NULL;
  size_t room = 0;
  ssize_t length = getline (&line, &room, stdin);
  if (length > 0 && line[length - 1] == '\n')
    line[--length] = 0;
  bool answered = length > 0;
  if (answered)
    source_search_add (search, line);
  free (line);
  return answered;
}

void
source_search_free (struct source_search *search)
{
  for (size_t i = 0; i < search->count; i++)
    free (search->directories[i]);
  free (search->directories);
}
