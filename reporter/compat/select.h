/* What the user's specifications select, as GNU gprof 2.40 understands
   them.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_COMPAT_SELECT_H
#define CGPROF_COMPAT_SELECT_H

#include "analyse/filter-parse.h"
#include "compat/symbols.h"

struct compat_select
{
  struct compat_table tables[FILTER_USES];
  struct compat_range *ranges;	/* Of callees, by specification.  */
  size_t range_count, range_room;
};

/* Set SELECT, which the caller must free, to those of SYMBOLS that SPECS
   select, and to those that gprof leaves out without being asked.  */
void compat_select_make (struct compat_select *select,
			 const struct compat_symbols *symbols,
			 const struct filter_specs *specs);

/* Return whether SYMBOL is to be shown: whether the specifications for use IN
   select it or, if there are none of these, those for use OUT do not.  */
bool compat_select_shows (const struct compat_select *select,
			  const struct compat_symbol *symbol,
			  enum filter_use in, enum filter_use out);

/* Return whether the specifications for USE select SYMBOL.  */
bool compat_select_has (const struct compat_select *select,
			const struct compat_symbol *symbol,
			enum filter_use use);

/* Return whether the calls from CALLER to CALLEE are to be counted.  */
bool compat_select_arc (const struct compat_select *select,
			const struct compat_symbol *caller,
			const struct compat_symbol *callee);

void compat_select_free (struct compat_select *select);

#endif /* CGPROF_COMPAT_SELECT_H */
