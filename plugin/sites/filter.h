/* Which functions are instrumented.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_FILTER_H
#define CGPROF_FILTER_H

/* Read the rules of the Score-P filter file PATH.  Errors are reported as
   compile errors; returns whether there were none.  */
bool filter_read (const char *path);

/* Add the comma-separated name patterns of an include= or exclude=
   option.  */
void filter_add_names (const char *patterns, bool include);

/* Whether the function DECL, by its name, its source file and its
   attributes, is to be instrumented.  */
bool filter_admits (tree decl);

#endif /* CGPROF_FILTER_H */
