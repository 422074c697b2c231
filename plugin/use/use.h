/* Compiling by what an earlier run counted: the option use=FILE.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_USE_USE_H
#define CGPROF_USE_USE_H

/* Read FILE, and register for the plugin NAME what compiles by it.  Return
   false after an error.  */
bool use_begin (const char *name, const char *file);

#endif /* CGPROF_USE_USE_H */
