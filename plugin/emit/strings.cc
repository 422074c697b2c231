/* Strings that rows refer to, each once in a unit.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "hash-map.h"
#include "sites/sites.h"
#include "emit/strings.h"

struct string_set
{
  const char *label;		/* Before the numbers.  */
  hash_map<nofree_string_hash, unsigned> numbers;
  auto_vec<const char *> strings;
};

/* What is in use; NULL if that is the unit's and has none yet.  */
static struct string_set *current_set;

static struct string_set *
new_set (const char *label)
{
  struct string_set *set = new string_set ();
  set->label = label;
  return set;
}

/* The number of STRING among those in use.  */

static unsigned
string_number (const char *string)
{
  if (!string)
    string = "";
  if (!current_set)
    current_set = new_set (".Lcgprof_s");
  if (unsigned *known = current_set->numbers.get (string))
    return *known;
  const char *copy = xstrdup (string);
  unsigned number = current_set->strings.length ();
  current_set->strings.safe_push (copy);
  current_set->numbers.put (copy, number);
  return number;
}

void
strings_emit_reference (const char *string)
{
  unsigned number = string_number (string);
  fprintf (asm_out_file, "\t.4byte\t%s%u\n", current_set->label, number);
}

bool
strings_needed_p (void)
{
  return current_set;
}

void
strings_emit (void)
{
  fprintf (asm_out_file, "\t.pushsection\t%s,\"MS\",%%progbits,1\n",
	   CGPROF_SECTION_STRINGS);
  unsigned i;
  const char *string;
  FOR_EACH_VEC_ELT (current_set->strings, i, string)
    {
      fprintf (asm_out_file, "%s%u:\n\t.asciz\t\"", current_set->label, i);
      for (const char *c = string; *c; c++)
	if (ISPRINT (*c) && *c != '"' && *c != '\\')
	  putc (*c, asm_out_file);
	else
	  fprintf (asm_out_file, "\\%03o", (unsigned char) *c);
      fputs ("\"\n", asm_out_file);
    }
}

struct string_set *
strings_begin (const char *label)
{
  struct string_set *old = current_set;
  current_set = new_set (label);
  return old;
}

void
strings_end (struct string_set *old)
{
  delete current_set;
  current_set = old;
}
