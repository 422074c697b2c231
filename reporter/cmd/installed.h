/* Where the parts of cgprof are: of this build tree, or installed.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_CMD_INSTALLED_H
#define CGPROF_CMD_INSTALLED_H

enum installed_part
{
  INSTALLED_PLUGIN,		/* cgprof.so, for -fplugin=.  */
  INSTALLED_SPECS,		/* cgprof.specs, for -specs=.  */
  INSTALLED_RUNTIME		/* libcgprof.so.0.  */
};

/* The absolute path of PART, to be freed.  */
char *installed_find (enum installed_part part);

#endif /* CGPROF_CMD_INSTALLED_H */
