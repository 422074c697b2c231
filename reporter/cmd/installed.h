/* Where the parts of cgprof are: of this build tree, or installed.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_CMD_INSTALLED_H
#define CGPROF_CMD_INSTALLED_H

enum paths_part
{
  PATHS_PLUGIN,			/* cgprof.so, for -fplugin=.  */
  PATHS_SPECS,			/* cgprof.specs, for -specs=.  */
  PATHS_RUNTIME			/* libcgprof.so.0.  */
};

/* The absolute path of PART, to be freed.  */
char *paths_find (enum paths_part part);

#endif /* CGPROF_CMD_INSTALLED_H */
