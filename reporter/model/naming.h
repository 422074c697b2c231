/* The names of functions in reports.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_MODEL_NAMING_H
#define CGPROF_MODEL_NAMING_H

#include "base/map.h"
#include "model/model.h"

/* Demangle by STYLE ("auto", "gnu-v3", ..., as c++filt knows them) from now
   on.  Return false if there is no such style.  */
bool naming_set_style (const char *style);

/* Return the length of SYMBOL without the suffixes that GCC gives to clones
   (".constprop.0").  */
size_t naming_source_length (const char *symbol);

/* Names that were demangled before, to be used again by models that have many
   symbols in common.  A zeroed struct is empty.  It must be freed
   (naming_forget) after the models, which refer to its names.  */
struct naming_memory
{
  struct dict symbols;		/* Leads to NAMES.  */
  const char **names;
  size_t count, room;
};

void naming_forget (struct naming_memory *memory);

/* Give every function and inline level of MODEL its name: the source's
   name, demangled if DEMANGLE, by MEMORY if that is not NULL, and where two
   functions would have the same one, the clone's own name, else " (FILE)",
   " (MODULE)", " (SYMBOL)" or " (MODULE@ADDRESS)" after it.  */
void naming_assign (struct model *model, bool demangle,
		    struct naming_memory *memory);

/* Return shorter names, for those who read them on a terminal, of those of
   the COUNT NAMES of C++ that have more than ROOM bytes; NULL where a name
   stays as it is.  "..." stands for the arguments of templates and the
   parameters, the longest first, until what is left has room.  Names that
   would be the same have the word in which they differ behind them, in braces;
   where that does not help either, they stay.  The array is to be freed, its
   names are ARENA's.  */
const char **naming_shorten (struct arena *arena, const char *const *names,
			     size_t count, size_t room);

#endif /* CGPROF_MODEL_NAMING_H */
