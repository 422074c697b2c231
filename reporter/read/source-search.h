/* Where source files can be read.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_READ_SOURCE_SEARCH_H
#define CGPROF_READ_SOURCE_SEARCH_H

#include <stdbool.h>
#include <stddef.h>

/* Directories to search.  A zeroed struct has none.  */
struct source_search
{
  char **directories;
  size_t count, room;
  bool gprof;			/* Look only where GNU gprof does.  */
  bool asked;			/* The user was asked for a directory.  */
};

/* Add all of DIRECTORIES, which colons separate, to SEARCH.  */
void source_search_add_path (struct source_search *search,
			     const char *directories);

/* Return the path, which the caller must free, under which a source file can
   be read; NULL if there is none.  GIVEN is its name as the compiler was given
   it, NAME the same below the directory of compilation (GIVEN if that
   directory is not known).  The first of these that can be read is returned:
   - NAME, then GIVEN as seen from the current directory;
   - NAME in each of SEARCH's directories, then NAME without its first
     component in each, and so on down to its last component alone.
   If SEARCH->gprof, NAME plays no role, and in SEARCH's directories only the
   whole of GIVEN and its last component are tried.  */
char *source_search_find (const struct source_search *search,
			  const char *name, const char *given);

/* Ask the user where NAME is, unless there is no terminal or this was done
   before, and add the answer to SEARCH's directories.  Return whether there
   was one.  */
bool source_search_ask (struct source_search *search, const char *name);

void source_search_free (struct source_search *search);

#endif /* CGPROF_READ_SOURCE_SEARCH_H */
