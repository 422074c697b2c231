/* Names of files.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_BASE_PATH_H
#define CGPROF_BASE_PATH_H

/* Return the last part of PATH, what is behind its last slash; all of it if
   there is none, or nothing behind.  */
const char *path_base (const char *path);

#endif /* CGPROF_BASE_PATH_H */
