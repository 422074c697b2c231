/* cgprof plugin: which compilers have the plugin, and build it for one.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/diag.h"
#include "base/mem.h"
#include "cmd/cmd.h"
#include "cmd/compiler.h"
#include "cmd/installed.h"
#include "cmd/options.h"

#include <dirent.h>
#include <glob.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* What compilers are called in PATH: gcc, gcc-13, arm-linux-gnueabi-gcc-13;
   not c89-gcc, which is a script, nor gcc-ar.  */
#define PLUGIN_COMPILERS \
  "^([[:alnum:]_]+-[[:alnum:]_]+-([[:alnum:]_]+-)?)?gcc(-[0-9.]+)?$"

/* A compiler in PATH.  */
struct plugin_compiler
{
  const char *name;		/* In an arena.  */
  char *file;			/* What runs, without links; to be freed.  */
};

struct plugin_compilers
{
  struct plugin_compiler *all;
  size_t count;
  size_t room;
};

/* Whether the name A tells more than B, which is the same compiler: its
   version, then that it is this machine's.  */

static bool
plugin_name_better (const char *a, const char *b)
{
  const char *a_version = strstr (a, "gcc-");
  const char *b_version = strstr (b, "gcc-");
  if (!a_version != !b_version)
    return a_version != NULL;
  return strlen (a) < strlen (b);
}

/* Add the compilers in DIRECTORY whose names match PATTERN, once each, and not
   those that one found before stands in front of.  */

static void
plugin_add_directory (struct plugin_compilers *compilers, struct arena *arena,
		      const char *directory, const regex_t *pattern)
{
  DIR *list = opendir (directory);
  struct dirent *entry;
  while (list && (entry = readdir (list)))
    {
      if (regexec (pattern, entry->d_name, 0, NULL, 0) != 0)
	continue;
      char *file = realpath (arena_format (arena, "%s/%s", directory,
					   entry->d_name), NULL);
      struct plugin_compiler *same = NULL;
      bool hidden = !file || access (file, X_OK) != 0;
      for (size_t i = 0; i < compilers->count && !hidden; i++)
	{
	  struct plugin_compiler *each = &compilers->all[i];
	  if (strcmp (each->file, file) == 0)
	    same = each;
	  else
	    hidden = strcmp (each->name, entry->d_name) == 0;
	}
      if (hidden)
	{
	  free (file);
	  continue;
	}
      const char *name = arena_string (arena, entry->d_name);
      if (same)
	{
	  if (plugin_name_better (name, same->name))
	    same->name = name;
	  free (file);
	  continue;
	}
      compilers->all = mem_grow (compilers->all, &compilers->room,
				 compilers->count + 1, sizeof *compilers->all);
      compilers->all[compilers->count++]
	= (struct plugin_compiler) { .name = name, .file = file };
    }
  if (list)
    closedir (list);
}

static int
plugin_compare (const void *a, const void *b)
{
  return strverscmp (((const struct plugin_compiler *) a)->name,
		     ((const struct plugin_compiler *) b)->name);
}

/* Print plugins for which no compiler is in PATH: of those matching PATTERN
   the ones that are not among the COUNT PRINTED.  */

static void
plugin_list_others (const char *pattern, const char *const *printed,
		    size_t count)
{
  glob_t found;
  if (glob (pattern, 0, NULL, &found) != 0)
    return;
  for (size_t i = 0; i < found.gl_pathc; i++)
    {
      size_t j = 0;
      while (j < count && strcmp (printed[j], found.gl_pathv[i]) != 0)
	j++;
      if (j == count)
	printf ("%-28s %-8s %s\n", "(not in PATH)", "", found.gl_pathv[i]);
    }
  globfree (&found);
}

static int
plugin_list (void)
{
  struct arena arena = { NULL };
  struct plugin_compilers compilers = { NULL, 0, 0 };
  regex_t pattern;
  if (regcomp (&pattern, PLUGIN_COMPILERS, REG_EXTENDED | REG_NOSUB) != 0)
    mem_failed ();
  const char *path = getenv ("PATH");
  char *rest = arena_string (&arena, path ? path : "");
  for (char *directory; (directory = strsep (&rest, ":"));)
    plugin_add_directory (&compilers, &arena, directory, &pattern);
  regfree (&pattern);
  if (compilers.count > 0)
    qsort (compilers.all, compilers.count, sizeof *compilers.all,
	   plugin_compare);

  const char **printed = mem_alloc (compilers.count + 1, sizeof *printed);
  size_t count = 0;
  printf ("%-28s %-8s %s\n", "compiler", "version", "plugin");
  for (size_t i = 0; i < compilers.count; i++)
    {
      struct compiler compiler;
      const char *name = compilers.all[i].name;
      free (compilers.all[i].file);
      if (!compiler_ask (&compiler, &arena, name))
	continue;
      const char *why;
      const char *plugin = compiler_find_plugin (&compiler, &arena, &why);
      printf ("%-28s %-8s ", name, compiler.release);
      if (plugin)
	{
	  puts (plugin);
	  printed[count++] = plugin;
	}
      else
	printf ("none%s%s; cgprof plugin build %s\n",
		why ? " that fits: " : "", why ? why : "", name);
    }
  char *others = installed_plugin_pattern ();
  plugin_list_others (arena_format (&arena, "%s/cgprof.so", others), printed,
		      count);
  free (others);
  free (printed);
  free (compilers.all);
  arena_free (&arena);
  return cmd_finish (0);
}

/* Have the plugin for the compiler COMMAND built, and installed in OUTPUT; if
   that is NULL, where it is looked for.  */

static int
plugin_build (const char *command, const char *output)
{
  struct arena arena = { NULL };
  struct compiler compiler;
  char *script = installed_find (INSTALLED_BUILD_PLUGIN);
  int status = 1;
  if (access (script, R_OK) != 0)
    diag_error (script, "the plugin's sources are not installed");
  else if (!compiler_ask (&compiler, &arena, command))
    diag_error (NULL, "%s: no such compiler, expected a GCC", command);
  else
    {
      if (!output)
	output = installed_in_compilers () ? compiler.own_directory
					   : compiler.place;
      char *runtime = installed_find (INSTALLED_RUNTIME);
      *strrchr (runtime, '/') = 0;
      setenv ("CGPROF_LIBDIR", runtime, 1);
      setenv ("CGPROF_VERSION", PACKAGE_VERSION, 1);
      free (runtime);
      fflush (stdout);
      pid_t child = fork ();
      if (child == 0)
	{
	  execl ("/bin/sh", "sh", script, "install", command, output,
		 (char *) NULL);
	  _exit (127);
	}
      int ended;
      status = child > 0 && waitpid (child, &ended, 0) == child && ended == 0
	       ? 0 : 1;
    }
  free (script);
  arena_free (&arena);
  return status;
}

int
cmd_plugin (int argc, char **argv)
{
  const char *output = NULL;
  const struct options_row rows[] = {
    { .name = "output", .letter = 'o', .shown = "DIR", .text = &output,
      .help = "build: install in DIR, not where it is looked for" },
  };
  struct options options = {
    .usage
    = "Usage: cgprof plugin list\n"
      "       cgprof plugin build [OPTION...] COMPILER\n"
      "\n"
      "List the compilers in PATH, with the plugin that each loads; or build\n"
      "and install the plugin for COMPILER (gcc-15) from the sources that "
      "came\n"
      "with cgprof.\n"
      "\n",
    OPTIONS_ROWS (rows)
  };
  int status = options_parse (&options, argc, argv);
  if (status != OPTIONS_GO_ON)
    return status;
  char **words = options.operands;
  if (options.operand_count == 0)
    return cmd_misuse ("plugin: expected list or build");
  bool build = strcmp (words[0], "build") == 0;
  if (!build && strcmp (words[0], "list") != 0)
    return cmd_misuse ("plugin: '%s' is not expected, but list or build",
		       words[0]);
  if (build && options.operand_count != 2)
    return cmd_misuse ("plugin build: expected one compiler");
  if (!build && (options.operand_count > 1 || output))
    return cmd_misuse ("plugin list: nothing else is expected");
  return build ? plugin_build (words[1], output) : plugin_list ();
}
