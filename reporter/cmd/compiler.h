/* What a compiler says of itself, and which plugin is for it.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_CMD_COMPILER_H
#define CGPROF_CMD_COMPILER_H

#include "base/mem.h"

#include <stdbool.h>

/* Strings are valid until the arena is freed that compiler_ask was given.  */
struct compiler
{
  const char *command;		/* As the user calls it; the shell may part it
				   into words.  */
  const char *release;		/* "13.2.0".  */
  const char *own_directory;	/* Where it looks for -fplugin=NAME.  */
  const char *place;		/* Where its plugin is if not there.  */
};

/* Fill in COMPILER by running COMMAND.  Return false, without a message, if
   that is no GCC.  */
bool compiler_ask (struct compiler *compiler, struct arena *arena,
		   const char *command);

/* Return the path of the plugin that is at work in COMPILER, tried by
   compiling nothing; or NULL, and then *WHY is what is wrong with the one
   that there is, NULL if there is none.  */
const char *compiler_find_plugin (const struct compiler *compiler,
				  struct arena *arena, const char **why);

/* Both of these for COMMAND, and a message if there is no such compiler or no
   plugin for it, with what to do; then NULL.  */
const char *compiler_need_plugin (struct compiler *compiler,
				  struct arena *arena, const char *command);

#endif /* CGPROF_CMD_COMPILER_H */
