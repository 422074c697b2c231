/* What an earlier run counted of each function's lines.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "cgprof/abi.h"
#include "use/counted.h"

/* The functions that ran this much of all instructions, the most first, are
   hot.  */
#define HOT_PERCENT 95

static hash_map<nofree_string_hash, counted_function *> *functions;

/* Set the functions' HOT.  */

static void
find_hot (void)
{
  auto_vec<counted_function *> all;
  gcov_type total = 0, sum = 0;
  for (auto entry : *functions)
    {
      all.safe_push (entry.second);
      total += entry.second->instructions;
    }
  all.qsort ([] (const void *a, const void *b)
    {
      const counted_function *x = *(counted_function *const *) a;
      const counted_function *y = *(counted_function *const *) b;
      return x->instructions != y->instructions
	     ? (x->instructions > y->instructions ? -1 : 1)
	     : x->calls != y->calls ? (x->calls > y->calls ? -1 : 1) : 0;
    });
  for (counted_function *each : all)
    {
      each->hot = sum < total / 100 * HOT_PERCENT && each->instructions > 0;
      sum += each->instructions;
    }
}

const char *
counted_site_name (const char *name)
{
  if (strncmp (name, "_Z", 2) != 0)
    return name;
  char *common = xstrdup (name);
  for (char *p = common; *p; p++)
    if ((*p == 'C' || *p == 'D') && p[1] >= '0' && p[1] <= '5'
	&& (p[2] == 'E' || p[2] == 'I' || p[2] == 'B'))
      p[1] = '4';
  name = IDENTIFIER_POINTER (get_identifier (common));
  free (common);
  return name;
}

/* Begin the function NAME, which is kept, with its CALLS and INSTRUCTIONS.  */

static counted_function *
begin_function (const char *name, long long calls, long long instructions)
{
  counted_function *&function = functions->get_or_insert (name);
  if (!function)
    function = new counted_function ();
  function->calls += calls;
  function->instructions += instructions;
  return function;
}

/* Add what LINE says to *CURRENT, or make a function that.  Return false if it
   says nothing.  */

static bool
read_line (const char *line, counted_function **current)
{
  char *name = NULL;
  long long first, second;
  int at, end = 0;
  bool whole = false;
  if (!strncmp (line, "function ", 9))
    {
      whole = sscanf (line, "function %ms %lld %lld %n", &name, &first,
		      &second, &end) == 3 && !line[end];
      if (whole)
	*current = begin_function (name, first, second);
      return whole;
    }
  if (!*current)
    return false;
  if (!strncmp (line, "line ", 5))
    {
      whole = sscanf (line, "line %d %lld %n", &at, &first, &end) == 2
	      && !line[end];
      if (whole)
	(*current)->lines.safe_push ({ at, first });
    }
  else if (!strncmp (line, "part ", 5) || !strncmp (line, "test ", 5))
    {
      int column;
      whole = sscanf (line + 5, "%d %d %lld %n", &at, &column, &first,
		      &end) == 3 && !line[5 + end];
      if (whole)
	(*current)->parts.safe_push ({ at, column, first, line[0] == 't' });
    }
  else if (!strncmp (line, "site ", 5))
    {
      whole = sscanf (line, "site %d %ms %n", &at, &name, &end) == 2
	      && !line[end];
      if (whole)
	(*current)->sites.safe_push ({ at, counted_site_name (name) });
    }
  else if (!strncmp (line, "call ", 5))
    {
      whole = sscanf (line, "call %d %ms %lld %n", &at, &name, &first,
		      &end) == 3 && !line[end];
      if (whole)
	(*current)->calls_led.safe_push ({ at, name, first });
    }
  return whole;
}

bool
counted_read (const char *file)
{
  FILE *in = fopen (file, "r");
  char *line = NULL;
  size_t room = 0, number = 0;
  counted_function *current = NULL;
  bool good = in != NULL;
  if (!in)
    error ("cgprof: %s: cannot be read, expected what %<cgprof export "
	   "--to=use%> writes", file);
  functions = new hash_map<nofree_string_hash, counted_function *> ();
  for (ssize_t length; good && (length = getline (&line, &room, in)) > 0;)
    {
      if (line[length - 1] == '\n')
	line[length - 1] = '\0';
      good = number++ == 0 ? !strcmp (line, CGPROF_USE_HEAD)
			   : read_line (line, &current);
      if (!good)
	error ("cgprof: %s: bad line %u, expected what %<cgprof export "
	       "--to=use%> writes", file, (unsigned) number);
    }
  if (good && number == 0)
    {
      error ("cgprof: %s: is empty, expected what %<cgprof export --to=use%> "
	     "writes", file);
      good = false;
    }
  free (line);
  if (in)
    fclose (in);
  if (good)
    find_hot ();
  return good;
}

counted_function *
counted_find (const char *name)
{
  counted_function **found = functions ? functions->get (name) : NULL;
  return found ? *found : NULL;
}

gcov_type
counted_line_count (const counted_function *function, int line)
{
  unsigned low = 0, high = function->lines.length ();
  while (low < high)
    {
      unsigned middle = low + (high - low) / 2;
      if (function->lines[middle].line < line)
	low = middle + 1;
      else
	high = middle;
    }
  return low < function->lines.length () && function->lines[low].line == line
	 ? function->lines[low].count : -1;
}

const counted_part *
counted_find_part (const counted_function *function, int line, int column)
{
  unsigned low = 0, high = function->parts.length ();
  while (low < high)
    {
      unsigned middle = low + (high - low) / 2;
      const counted_part &part = function->parts[middle];
      if (part.line < line || (part.line == line && part.column < column))
	low = middle + 1;
      else
	high = middle;
    }
  if (low == function->parts.length ())
    return NULL;
  const counted_part *part = &function->parts[low];
  return part->line == line && part->column == column ? part : NULL;
}
