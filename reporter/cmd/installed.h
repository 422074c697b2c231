/* Where the parts of cgprof are: of this build tree, or installed.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_CMD_INSTALLED_H
#define CGPROF_CMD_INSTALLED_H

#include <stdbool.h>

enum installed_part
{
  INSTALLED_PLUGIN,		/* cgprof.so, for -fplugin=.  */
  INSTALLED_SPECS,		/* cgprof.specs, for -specs=.  */
  INSTALLED_RUNTIME,		/* libcgprof.so.0.  */
  INSTALLED_BUILD_PLUGIN	/* The script that builds plugins, which is
				   with their sources.  */
};

/* The absolute path of PART, to be freed.  Plugin and specs are those for the
   compiler that cgprof was configured with.  */
char *installed_find (enum installed_part part);

/* The directory, to be freed, for the plugin of the compiler that is called
   COMMAND, makes code for MACHINE and is of VERSION (GCC's -dumpmachine and
   -dumpversion), if that is not in the compiler's own.  It need not exist.  */
char *installed_plugin_place (const char *command, const char *machine,
			      const char *version);

/* Whether plugins are installed in the compilers' own directories.  */
bool installed_in_compilers (void);

/* The directories, in those of MACHINEs, in which plugins are that are in no
   compiler's own: a pattern for glob, to be freed.  */
char *installed_plugin_pattern (void);

#endif /* CGPROF_CMD_INSTALLED_H */
