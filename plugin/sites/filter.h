/* Which functions are instrumented.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_FILTER_H
#define CGPROF_FILTER_H

/* Append the rules of the filter file PATH, in Score-P's format.  Errors are
   reported as compile errors; return whether there were none.  */
bool filter_read (const char *path);

/* Append a rule with PATTERNS, patterns of names separated by commas: of an
   option include= if INCLUDE, else of exclude=.  */
void filter_add_names (const char *patterns, bool include);

/* Whether the function DECL is to be instrumented, which depends on its name,
   its source file and its attributes.  */
bool filter_admits (tree decl);

#endif /* CGPROF_FILTER_H */
