/* Where the text of source files is.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_READ_SOURCE_SEARCH_H
#define CGPROF_READ_SOURCE_SEARCH_H

#include <stdbool.h>
#include <stddef.h>

/* Directories to search.  */
struct source_search
{
  char **directories;
  size_t count, room;
  bool gprof;			/* Look no further than GNU gprof does.  */
  bool asked;			/* The user was asked for a directory.  */
};

/* Add all of DIRECTORIES, which colons separate, to SEARCH.  */
void source_search_add_path (struct source_search *search,
			     const char *directories);

/* The path of the source file that the compiler was given as GIVEN and that
   is NAME with the directory of compilation, if that is known, else GIVEN.
   The first of these that can be read:
   - NAME, then GIVEN as seen from the current directory;
   - NAME in each of SEARCH's directories, then NAME without its first
     component in each, and so on to its last alone.
   As GNU gprof does it there is only GIVEN, which debug information has as a
   whole path where that is known; of it a relative one as a whole, and the
   last component.  To be freed; NULL if there is none.  */
char *source_search_find (const struct source_search *search,
			  const char *name, const char *given);

/* Ask the user, if there is a terminal and this was not done yet, where NAME
   is, and add what is answered.  Whether that was something.  */
bool source_search_ask (struct source_search *search, const char *name);

void source_search_free (struct source_search *search);

#endif /* CGPROF_READ_SOURCE_SEARCH_H */
