/* What a compiler says of itself, and which plugin is for it.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "cmd/compiler.h"
#include "cmd/installed.h"
#include "base/diag.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* No compiler says more in reply to what is asked here.  */
#define REPLY_MAX 4096

/* What the plugin prints if it is asked for its version.  */
#define PLUGIN_VERSION "cgprof " PACKAGE_VERSION "\n"

/* Run COMMAND by the shell and keep the beginning of its output in REPLY, of
   REPLY_MAX bytes.  Return whether its status was 0.  */

static bool
compiler_run (const char *command, char *reply)
{
  FILE *from = popen (command, "r");
  if (!from)
    {
      *reply = 0;
      return false;
    }
  size_t length = fread (reply, 1, REPLY_MAX - 1, from);
  reply[length] = 0;
  /* So that it does not die of a closed pipe.  */
  while (getc (from) != EOF)
    continue;
  return pclose (from) == 0;
}

bool
compiler_ask (struct compiler *compiler, struct arena *arena,
	      const char *command)
{
  char reply[REPLY_MAX];
  /* The last is an option that only GCC has.  */
  if (!compiler_run (arena_format (arena, "cc='%s'; exec 2>/dev/null"
				   " </dev/null;"
				   "$cc -dumpmachine && $cc -dumpversion"
				   " && $cc -print-file-name=plugin"
				   " && $cc -dumpfullversion", command),
		     reply))
    return false;
  char *lines[4];
  char *rest = reply;
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    if (!(lines[i] = strsep (&rest, "\n")) || !*lines[i])
      return false;
  compiler->command = command;
  compiler->own_directory = arena_string (arena, lines[2]);
  compiler->release = arena_string (arena, lines[3]);
  char *place = installed_plugin_place (command, lines[0], lines[1]);
  compiler->place = arena_string (arena, place);
  free (place);
  return true;
}

/* Whether the plugin at PATH is at work in COMPILER; if not, *WHY is set.  */

static bool
compiler_try_plugin (const struct compiler *compiler, struct arena *arena,
		     const char *path, const char **why)
{
  char reply[REPLY_MAX];
  bool good = compiler_run
    (arena_format (arena, "LC_ALL=C exec %s -fplugin='%s'"
		   " -fplugin-arg-cgprof-version -fsyntax-only -x c /dev/null"
		   " 2>&1", compiler->command, path), reply);
  if (good && strstr (reply, PLUGIN_VERSION))
    return true;
  const char *said = strstr (reply, "cgprof: ");
  said = said ? said + strlen ("cgprof: ") : reply;
  *why = arena_format (arena, "%s: %.*s", path, (int) strcspn (said, "\n"),
		       good ? "not of cgprof " PACKAGE_VERSION : said);
  return false;
}

const char *
compiler_find_plugin (const struct compiler *compiler, struct arena *arena,
		      const char **why)
{
  const char *directories[] = { compiler->own_directory, compiler->place };
  *why = NULL;
  for (size_t i = 0; i < sizeof directories / sizeof *directories; i++)
    {
      const char *path = arena_format (arena, "%s/cgprof.so", directories[i]);
      if (access (path, F_OK) == 0
	  && compiler_try_plugin (compiler, arena, path, why))
	return path;
    }
  /* That of cgprof's own compiler has another place in a build tree.  */
  const char *other;
  char *path = installed_find (INSTALLED_PLUGIN);
  const char *own = arena_string (arena, path);
  free (path);
  return access (own, F_OK) == 0
	 && compiler_try_plugin (compiler, arena, own, &other) ? own : NULL;
}

const char *
compiler_need_plugin (struct compiler *compiler, struct arena *arena,
		      const char *command)
{
  if (!compiler_ask (compiler, arena, command))
    {
      diag_error (NULL, "%s: no such compiler, expected a GCC", command);
      return NULL;
    }
  const char *why;
  const char *plugin = compiler_find_plugin (compiler, arena, &why);
  if (!plugin)
    diag_error (NULL,
		"%s: no plugin%s%s; to build one: cgprof plugin build %s",
		command, why ? " that fits: " : "", why ? why : "", command);
  return plugin;
}
