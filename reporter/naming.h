/* What functions are called in reports.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_NAMING_H
#define CGPROF_NAMING_H

#include "model.h"

/* Use demangling STYLE ("auto", "gnu-v3", ..., as c++filt knows them).
   False if there is no such style.  */
bool naming_set_style (const char *style);

/* The length of SYMBOL without the suffixes GCC gives to clones.  */
size_t naming_source_length (const char *symbol);

/* Give every function and inline level of MODEL its name: the source's
   name, demangled if DEMANGLE, and where two functions would have the same
   one, the clone's own name, else " (FILE)", " (MODULE)", " (SYMBOL)" or
   " (MODULE@ADDRESS)" after it.  */
void naming_assign (struct model *model, bool demangle);

#endif /* CGPROF_NAMING_H */
