/* Where source files can be read.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "read/source-search.h"
#include "base/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char *
source_search_copy (const char *text, size_t length)
{
  char *copy = mem_alloc (length + 1, 1);
  memcpy (copy, text, length);
  return copy;
}

static void
source_search_add (struct source_search *search, const char *directory,
		   size_t length)
{
  search->directories = mem_grow (search->directories, &search->room,
				  search->count + 1,
				  sizeof *search->directories);
  search->directories[search->count++]
    = source_search_copy (directory, length);
}

void
source_search_add_path (struct source_search *search, const char *directories)
{
  for (;;)
    {
      size_t length = strcspn (directories, ":");
      source_search_add (search, directories, length);
      if (!directories[length])
	return;
      directories += length + 1;
    }
}

static bool
source_search_is_readable (const char *path)
{
  struct stat status;
  return stat (path, &status) == 0 && S_ISREG (status.st_mode)
    && access (path, R_OK) == 0;
}

/* NAME in the first of SEARCH's directories that has it, or NULL.  */

static char *
source_search_below (const struct source_search *search, const char *name)
{
  for (size_t i = 0; i < search->count; i++)
    {
      const char *directory = search->directories[i];
      size_t size = strlen (directory) + strlen (name) + 2;
      char *path = mem_alloc (size, 1);
      snprintf (path, size, "%s/%s", directory, name);
      if (source_search_is_readable (path))
	return path;
      free (path);
    }
  return NULL;
}

char *
source_search_find (const struct source_search *search, const char *name,
		    const char *given)
{
  if (!search->gprof && source_search_is_readable (name))
    return source_search_copy (name, strlen (name));
  if (source_search_is_readable (given))
    return source_search_copy (given, strlen (given));
  const char *whole = search->gprof ? given : name;
  char *found = NULL;
  for (const char *rest = whole; !found && rest; rest = strchr (rest, '/'))
    {
      rest += strspn (rest, "/");
      if (*rest
	  && (!search->gprof || rest == whole || !strchr (rest, '/')))
	found = source_search_below (search, rest);
    }
  return found;
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
    source_search_add (search, line, length);
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
