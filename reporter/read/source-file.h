/* Where the text of source files is.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_READ_SOURCE_FILE_H
#define CGPROF_READ_SOURCE_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* Directories to search, and whether the user was asked for one.  */
struct source_search
{
  char **directories;
  size_t count, room;
  bool asked;
};

void source_search_add (struct source_search *search, const char *directory);

/* The path of the source file NAME: NAME itself if that can be read, else
   the first of each directory with NAME, with NAME without its first
   component, and so on.  To be freed; NULL if there is none.  */
char *source_search_find (const struct source_search *search,
			  const char *name);

/* Ask the user, if there is a terminal and this was not done yet, where NAME
   is, and add what is answered.  Whether that was something.  */
bool source_search_ask (struct source_search *search, const char *name);

void source_search_free (struct source_search *search);

#endif /* CGPROF_READ_SOURCE_FILE_H */
