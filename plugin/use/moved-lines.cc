/* Where the lines of a function are that were counted.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "use/moved-lines.h"

/* Functions with more pairs of calls are not compared.  */
#define MOST_PAIRS 4000000

/* With fewer calls a function is never another one.  */
#define LEAST_CALLS 2

/* Set PAIRS to the longest sequence of calls that A and B have in the same
   order.  */

static void
find_common (const vec<counted_site> &a, const vec<counted_site> &b,
	     vec<line_pair> *pairs)
{
  unsigned rows = a.length () + 1, columns = b.length () + 1;
  /* How many there are from each pair of calls on.  */
  auto_vec<unsigned> lengths;
  lengths.safe_grow_cleared (rows * columns);
  for (unsigned i = rows - 1; i-- > 0;)
    for (unsigned j = columns - 1; j-- > 0;)
      lengths[i * columns + j]
	= !strcmp (a[i].name, b[j].name)
	  ? lengths[(i + 1) * columns + j + 1] + 1
	  : MAX (lengths[(i + 1) * columns + j], lengths[i * columns + j + 1]);
  for (unsigned i = 0, j = 0; i < a.length () && j < b.length ();)
    if (!strcmp (a[i].name, b[j].name))
      pairs->safe_push ({ a[i++].line, b[j++].line });
    else if (lengths[(i + 1) * columns + j] >= lengths[i * columns + j + 1])
      i++;
    else
      j++;
}

/* Set COUNTED to the calls of FUNCTION, as SITES would have them: an indirect call
   was one of what it led to wherever the function was inlined and that was known,
   which no other call of SITES may be of.  */

static void
find_indirect (const counted_function *function, const vec<counted_site> &sites,
	       vec<counted_site> *counted)
{
  hash_set<nofree_string_hash> names;
  for (const counted_site &site : sites)
    names.add (site.name);
  bool indirect = names.contains ("*");
  for (const counted_site &site : function->sites)
    {
      const char *name
	= indirect && !names.contains (site.name) ? "*" : site.name;
      bool seen = false;
      for (unsigned i = counted->length ();
	   i-- > 0 && (*counted)[i].line == site.line && !seen;)
	seen = !strcmp ((*counted)[i].name, name);
      if (!seen)
	counted->safe_push ({ site.line, name });
    }
}

void
moved_lines_make (moved_lines *map, const counted_function *function,
		  const vec<counted_site> &sites)
{
  map->pairs.truncate (0);
  map->pairs.safe_push ({ 0, 0 });
  map->changed = false;
  auto_vec<counted_site> counted;
  find_indirect (function, sites, &counted);
  unsigned wanted = counted.length ();
  if ((uint64_t) wanted * sites.length () > MOST_PAIRS)
    return;
  find_common (sites, counted, &map->pairs);
  map->changed = wanted >= LEAST_CALLS
		 && (map->pairs.length () - 1) * 2 < wanted;
}

int
moved_lines_find (const moved_lines *map, int now)
{
  const line_pair *nearest = &map->pairs[0];
  for (const line_pair &pair : map->pairs)
    if (abs (pair.now - now) < abs (nearest->now - now))
      nearest = &pair;
  return now - nearest->now + nearest->counted;
}
