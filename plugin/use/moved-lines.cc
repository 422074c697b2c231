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

static int
compare_sites (const void *a, const void *b)
{
  const counted_site *x = (const counted_site *) a;
  const counted_site *y = (const counted_site *) b;
  return x->line != y->line ? (x->line < y->line ? -1 : 1)
	 : strcmp (x->name, y->name);
}

void
moved_lines_sort (vec<counted_site> *sites)
{
  sites->qsort (compare_sites);
  unsigned kept = 0;
  for (unsigned i = 0; i < sites->length (); i++)
    if (kept == 0 || compare_sites (&(*sites)[kept - 1], &(*sites)[i]) != 0)
      (*sites)[kept++] = (*sites)[i];
  sites->truncate (kept);
}

/* Whether the compiler may call the function NAME where the source does not:
   for a loop or a copy (memset), or in place of another (puts).  */

static bool
builtin_p (const char *name)
{
  static hash_set<nofree_string_hash> *names;
  if (!names)
    {
      names = new hash_set<nofree_string_hash>;
      for (int i = BUILT_IN_NONE + 1; i < END_BUILTINS; i++)
	{
	  tree decl = builtin_decl_explicit ((built_in_function) i);
	  if (decl && DECL_ASSEMBLER_NAME_SET_P (decl))
	    names->add (IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (decl)));
	}
    }
  return names->contains (name);
}

/* Set COUNTED to the calls of FUNCTION by the names that they can have among
   SITES, those of now.  An indirect call became a direct one where the
   function was inlined and the target was known: if there are indirect calls
   now, a counted one that has no namesake was one of them, unless it may be
   the compiler's own.  */

static void
find_namesakes (const counted_function *function,
		const vec<counted_site> &sites, vec<counted_site> *counted)
{
  hash_set<nofree_string_hash> names;
  for (const counted_site &site : sites)
    names.add (site.name);
  bool indirect = names.contains ("*");
  for (const counted_site &site : function->sites)
    if (names.contains (site.name))
      counted->safe_push (site);
    else if (!builtin_p (site.name))
      counted->safe_push ({ site.line, indirect ? "*" : site.name });
  moved_lines_sort (counted);
}

void
moved_lines_make (moved_lines *map, const counted_function *function,
		  const vec<counted_site> &sites)
{
  map->pairs.truncate (0);
  map->pairs.safe_push ({ 0, 0 });
  map->changed = false;
  auto_vec<counted_site> counted;
  find_namesakes (function, sites, &counted);
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
