/* Where the parts of cgprof are: of this build tree, or installed.

   An executable in a build tree uses that tree's parts, so that tests and
   "make demo" need no installation.  An installed one looks beside itself
   first, so that a moved or staged installation works, then where it was
   configured to be.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "cmd/installed.h"
#include "base/mem.h"
#include "base/path.h"

#include <cgprof/abi.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* DIRECTORY and NAME joined, to be freed; without what ".." undoes if the
   file exists.  */

static char *
installed_join (const char *directory, const char *name)
{
  size_t size = strlen (directory) + strlen (name) + 2;
  char *path = mem_alloc (size, 1);
  snprintf (path, size, "%s/%s", directory, name);
  char *plain = realpath (path, NULL);

  /* Only the directory is made plain: a library keeps the name by which
     it is known, which may be a link.  */
  if (plain)
    {
      free (plain);
      char *base = strrchr (path, '/');
      *base = 0;
      plain = realpath (path, NULL);
      *base = '/';
      if (plain)
	{
	  size = strlen (plain) + strlen (base) + 1;
	  char *joined = mem_alloc (size, 1);
	  snprintf (joined, size, "%s%s", plain, base);
	  free (plain);
	  free (path);
	  return joined;
	}
    }
  return path;
}

/* The directory of this executable, to be freed; NULL if it cannot be
   told.  */

static char *
installed_self (void)
{
  char *self = realpath ("/proc/self/exe", NULL);
  char *slash = self ? strrchr (self, '/') : NULL;
  if (slash)
    *slash = 0;
  return self;
}

/* The top of the build tree that DIRECTORY, this executable's, is in, to
   be freed; NULL if it is in none.  */

static char *
installed_build_tree (const char *directory)
{
  static const struct
  {
    const char *end;
    const char *top;
  } places[] = { { "/reporter", ".." }, { "/reporter/.libs", "../.." } };
  for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    {
      size_t length = strlen (directory);
      size_t end = strlen (places[i].end);
      if (length < end || strcmp (directory + length - end, places[i].end))
	continue;
      char *top = installed_join (directory, places[i].top);
      char *plain = realpath (top, NULL);
      free (top);
      char *plugin = plain ? installed_join (plain, "plugin/.libs/cgprof.so")
			   : NULL;
      bool found = plugin && access (plugin, F_OK) == 0;
      free (plugin);
      if (found)
	return plain;
      free (plain);
    }
  return NULL;
}

/* FILE in the installation that DIRECTORY, this executable's, belongs to:
   the path from BINDIR to TO, as configured, led from DIRECTORY.  */

static char *
installed_relocate (const char *directory, const char *to, const char *file)
{
  /* Leave what BINDIR and TO begin with; go up once for each directory
     left of BINDIR.  */
  const char *from = BINDIR;
  size_t common = 0;
  for (size_t i = 0;; i++)
    {
      bool from_end = from[i] == 0 || from[i] == '/';
      bool to_end = to[i] == 0 || to[i] == '/';
      if (from_end && to_end)
	common = i;
      if (from[i] != to[i] || from[i] == 0)
	break;
    }
  size_t ups = 0;
  for (const char *p = from + common; *p; p++)
    if (*p == '/' && p[1] && p[1] != '/')
      ups++;
  size_t size = 3 * ups + strlen (to + common) + strlen (file) + 4;
  char *relative = mem_alloc (size, 1);
  for (size_t i = 0; i < ups; i++)
    strcat (relative, "../");
  const char *rest = to + common;
  while (*rest == '/')
    rest++;
  snprintf (relative + 3 * ups, size - 3 * ups, "%s/%s", rest, file);
  char *path = installed_join (directory, relative);
  free (relative);
  if (access (path, F_OK) == 0)
    return path;
  free (path);
  return installed_join (to, file);
}

char *
installed_find (enum installed_part part)
{
  static const struct
  {
    const char *built;
    const char *directory;
    const char *file;
  } parts[] = {
    [INSTALLED_PLUGIN] = { "plugin/.libs/cgprof.so", PLUGINDIR, "cgprof.so" },
    [INSTALLED_SPECS] = { "plugin/cgprof.specs", PLUGINDIR, "cgprof.specs" },
    [INSTALLED_RUNTIME] = { "runtime/.libs/" CGPROF_SONAME, LIBDIR,
			    CGPROF_SONAME },
    [INSTALLED_BUILD_PLUGIN] = { "plugin/build-plugin", PLUGINSOURCEDIR,
				 "build-plugin" }
  };
  char *self = installed_self ();
  char *top = self ? installed_build_tree (self) : NULL;
  char *path;
  if (top)
    path = installed_join (top, parts[part].built);
  else if (self)
    path = installed_relocate (self, parts[part].directory, parts[part].file);
  else
    path = installed_join (parts[part].directory, parts[part].file);
  free (self);
  free (top);
  return path;
}

/* The directory above the runtime's, and below it NAME, to be freed.  The
   runtime tells where a moved installation is.  */

static char *
installed_beside_runtime (const char *name)
{
  char *runtime = installed_find (INSTALLED_RUNTIME);
  char *slash = strrchr (runtime, '/');
  *slash = 0;
  char *path = installed_join (runtime, name);
  free (runtime);
  return path;
}

char *
installed_plugin_place (const char *command, const char *machine,
			const char *version)
{
  char *self = installed_self ();
  char *top = self ? installed_build_tree (self) : NULL;
  free (self);
  const char *base = path_base (command);
  size_t size = strlen (base) + strlen (machine) + strlen (version)
		+ sizeof "plugin/other//";
  char *name = mem_alloc (size, 1);
  char *place;
  if (top)
    {
      snprintf (name, size, "plugin/other/%s", base);
      place = installed_join (top, name);
    }
  else
    {
      snprintf (name, size, "cgprof/%s/%s", machine, version);
      place = installed_beside_runtime (name);
    }
  free (name);
  free (top);
  return place;
}

char *
installed_plugin_pattern (void)
{
  return installed_plugin_place ("*", "*", "*");
}

bool
installed_in_compilers (void)
{
  return !*PLUGINS;
}
