/* The rows of a function: it, its call sites, advice and inlined calls.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "hash-map.h"
#include "sites/sites.h"
#include "emit/assembly.h"
#include "emit/rows.h"
#include "emit/strings.h"

/* Names, numbered from 1 as they come.  */
struct name_table
{
  hash_map<nofree_string_hash, unsigned> numbers;
  auto_vec<const char *> names;
};

/* Add NAME to TABLE as the next one, known or not.  */

static void
table_add (struct name_table *table, const char *name)
{
  if (!name)
    name = "";
  table->names.safe_push (name);
  if (!table->numbers.get (name))
    table->numbers.put (name, table->names.length ());
}

/* The number of NAME in TABLE, 0 if it is none.  */

static unsigned
table_number (struct name_table *table, const char *name)
{
  if (!name || !*name)
    return 0;
  if (unsigned *known = table->numbers.get (name))
    return *known;
  table_add (table, name);
  return table->names.length ();
}

/* The rows of one function, see abi.h.  They are put together as bytes, so
   that the assembler, which has to be told the tables first and the size
   before them, has nothing to find out.  */
struct rows
{
  unsigned flags = 0, words = 0, line = 0;	/* Of the function.  */
  unsigned sites = 0;
  name_table strings;
  name_table callees;
  auto_vec<unsigned char> bytes;	/* Of sites, advice and inlined
					   calls.  */
};

static void
put_number (vec<unsigned char> *bytes, unsigned number)
{
  for (; number >= 0x80; number >>= 7)
    bytes->safe_push (number | 0x80);
  bytes->safe_push (number);
}

static void
put_distance (struct rows *rows, unsigned from, unsigned to)
{
  unsigned distance = to - from;
  put_number (&rows->bytes, distance << 1 ^ -(distance >> 31));
}

static void
put_string (struct rows *rows, const char *string)
{
  put_number (&rows->bytes, table_number (&rows->strings, string));
}

/* Write BYTES, as a string: numbers take the assembler twice as long.  */

static void
put_bytes (const vec<unsigned char> &bytes)
{
  if (bytes.is_empty ())
    return;
  fputs ("\t.ascii\t\"", asm_out_file);
  for (unsigned char byte : bytes)
    fprintf (asm_out_file, "\\%03o", byte);
  fputs ("\"\n", asm_out_file);
}

/* Add the first COUNT of FRAMES.  */

static void
put_frames (struct rows *rows, const auto_vec<inline_frame> *frames,
	    unsigned count)
{
  for (unsigned i = 0; i < count; i++)
    {
      const struct inline_frame &frame = (*frames)[i];
      put_string (rows, frame.function);
      put_string (rows, frame.place.file);
      put_distance (rows, rows->line, frame.place.line);
      put_number (&rows->bytes, frame.place.column);
    }
}

static bool
same_text (const char *a, const char *b)
{
  return a == b || (a && b && !strcmp (a, b));
}

/* How many of the outermost of A and B are the same.  */

static unsigned
same_frames (const auto_vec<inline_frame> *a,
	     const auto_vec<inline_frame> *b)
{
  unsigned same = 0;
  for (; same < a->length () && same < b->length ()
       && same < CGPROF_INLINES_KEPT; same++)
    {
      const struct inline_frame &x = (*a)[a->length () - 1 - same];
      const struct inline_frame &y = (*b)[b->length () - 1 - same];
      if (x.place.line != y.place.line || x.place.column != y.place.column
	  || !same_text (x.function, y.function)
	  || !same_text (x.place.file, y.place.file))
	break;
    }
  return same;
}

/* Add SITE, which follows LAST (or NULL) and would have the counter word
   NEXT.  */

static void
put_site (struct rows *rows, const struct site *site, const struct site *last,
	  unsigned next)
{
  bool direct = site->kind == CGPROF_SITE_DIRECT;
  unsigned head = site->kind == CGPROF_SITE_VIRTUAL ? CGPROF_HEAD_VIRTUAL
    : !direct ? CGPROF_HEAD_INDIRECT
    : site->scope == CGPROF_SCOPE_ADDRESS
      ? (site->local ? CGPROF_HEAD_LOCAL_ADDRESS : CGPROF_HEAD_ADDRESS)
    : site->local ? CGPROF_HEAD_LOCAL_MODULE
    : site->scope == CGPROF_SCOPE_MODULE ? CGPROF_HEAD_MODULE
    : CGPROF_HEAD_GLOBAL;
  const char *file = rows->strings.names[CGPROF_STRING_FILE - 1];
  const char *site_file = site->place.file ? site->place.file : "";
  bool address = direct && site->scope == CGPROF_SCOPE_ADDRESS;
  head |= CGPROF_HEAD_FLAGS * site->flags;
  if (site->word != next)
    head |= CGPROF_HEAD_WORD;
  if (strcmp (file, site_file))
    head |= CGPROF_HEAD_FILE;
  if (!site->inlined->is_empty ())
    head |= CGPROF_HEAD_INLINED;

  if (site->bytes)
    {
      rows->bytes.safe_push (CGPROF_HEAD_BYTES);
      put_number (&rows->bytes, site->bytes->kind * 2 + site->bytes->constant);
      put_number (&rows->bytes, site->bytes->value);
    }
  rows->bytes.safe_push (head);
  if (direct)
    put_string (rows, site->callee);
  if (address)
    put_number (&rows->bytes, table_number (&rows->callees, site->callee));
  if (head & CGPROF_HEAD_WORD)
    put_number (&rows->bytes, site->word);
  if (head & CGPROF_HEAD_FILE)
    put_string (rows, site->place.file);
  put_distance (rows, last ? last->place.line : rows->line,
		site->place.line);
  put_number (&rows->bytes, site->place.column);
  if (head & CGPROF_HEAD_INLINED)
    {
      unsigned kept = last ? same_frames (site->inlined, last->inlined) : 0;
      unsigned own = site->inlined->length () - kept;
      put_number (&rows->bytes, own);
      put_number (&rows->bytes, kept);
      put_frames (rows, site->inlined, own);
    }
}

/* Add the rows of the current function's inlined calls.  */

static void
put_inlined_calls (struct rows *rows)
{
  const struct site *last = NULL;
  put_number (&rows->bytes, current_sites->inlined_calls.length ());
  for (const inlined_call &call : current_sites->inlined_calls)
    {
      put_number (&rows->bytes, call.pieces->length ());
      for (unsigned piece : *call.pieces)
	put_number (&rows->bytes, piece);
      put_site (rows, call.site, last, 0);
      last = call.site;
    }
}

/* Add the row for advice SITE.  */

static void
put_advice (struct rows *rows, const struct advice_site *site)
{
  put_number (&rows->bytes, site->kind);
  put_number (&rows->bytes, site->flags);
  put_number (&rows->bytes, site->word);
  rows->bytes.safe_push (site->words);
  rows->bytes.safe_push (site->sums);
  rows->bytes.safe_push (site->maxima);
  put_string (rows, site->callee);
  put_string (rows, site->object);
  put_string (rows, site->detail);
  put_string (rows, site->place.file);
  put_distance (rows, rows->line, site->place.line);
  put_number (&rows->bytes, site->place.column);
  unsigned inlined = site->inlined ? site->inlined->length () : 0;
  put_number (&rows->bytes, inlined);
  put_frames (rows, site->inlined, inlined);
}

/* Begin ROWS of the function NAME at PLACE.  */

static void
begin_rows (struct rows *rows, const char *name, const struct place &place)
{
  table_add (&rows->strings, name);
  table_add (&rows->strings, remap_debug_filename (get_src_pwd ()));
  table_add (&rows->strings, place.file);
  rows->line = place.line;
}

/* Write ROWS of the function NUMBER, with ALIASES and the counters COUNTERS
   (a symbol without NUMBER), into the current section.  */

static void
emit_rows (const struct rows *rows, const char *counters, unsigned number,
	   const vec<const char *> &aliases)
{
  auto_vec<unsigned char> head;
  put_number (&head, rows->flags);
  put_number (&head, rows->words);
  put_number (&head, rows->line);
  put_number (&head, aliases.length ());
  put_number (&head, rows->callees.names.length ());
  put_number (&head, rows->strings.names.length ());
  put_number (&head, rows->sites);

  auto_vec<unsigned char> start;
  start.safe_push (CGPROF_ABI_VERSION);
  put_number (&start, 2 * 8 + head.length ()
	      + 8 * (aliases.length () + rows->callees.names.length ())
	      + 4 * rows->strings.names.length () + rows->bytes.length ());
  put_bytes (start);
  assembly_put_label_address (".Lcgprof_f", number,
			      !(rows->flags & CGPROF_FUNCTION_RECORDS));
  assembly_put_label_address (counters, number, rows->words);
  put_bytes (head);
  unsigned i;
  const char *name;
  FOR_EACH_VEC_ELT (aliases, i, name)
    assembly_put_address (name);
  FOR_EACH_VEC_ELT (rows->callees.names, i, name)
    assembly_put_address (name);
  FOR_EACH_VEC_ELT (rows->strings.names, i, name)
    strings_emit_reference (name);
  put_bytes (rows->bytes);
}

/* Collect in NAMES the symbols of thunks and aliases that lead to NODE,
   also by way of each other: what an indirect call may find instead of it.
   A thunk of C++ leads to a local alias of its function.  A versioned name
   (attribute symver) is no operand for the assembler; what it is a name of
   has the same address.  */

static void
collect_aliases (cgraph_node *node, vec<const char *> *names)
{
  auto add = [=] (cgraph_node *other)
    {
      names->safe_push (IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME
					    (other->decl)));
      collect_aliases (other, names);
    };

  for (cgraph_edge *e = node->callers; e; e = e->next_caller)
    if (e->caller->thunk && !e->caller->inlined_to)
      add (e->caller);
  ipa_ref *ref;
  FOR_EACH_ALIAS (node, ref)
    if (cgraph_node *alias = dyn_cast <cgraph_node *> (ref->referring))
      if (!alias->transparent_alias && !alias->weakref && !alias->symver
	  && !DECL_EXTERNAL (alias->decl))
	add (alias);
}

/* The assembler name of DECL as the source has it: that of the function it
   is a clone of, a nested function's without its number.  */

static const char *
source_name (tree decl)
{
  tree origin = DECL_ORIGIN (decl);
  const char *name = sites_name (origin);
  if (decl_function_context (origin) && DECL_NAME (origin))
    {
      const char *written = IDENTIFIER_POINTER (DECL_NAME (origin));
      size_t length = strlen (written);
      if (!strncmp (name, written, length) && name[length] == '.')
	return written;
    }
  return name;
}

static unsigned
function_flags (tree decl)
{
  unsigned flags = current_sites->entry ? CGPROF_FUNCTION_ENTRY : 0;
  if (TREE_PUBLIC (decl))
    {
      flags |= CGPROF_FUNCTION_GLOBAL;
      if (DECL_VISIBILITY (decl) == VISIBILITY_HIDDEN
	  || DECL_VISIBILITY (decl) == VISIBILITY_INTERNAL)
	flags |= CGPROF_FUNCTION_HIDDEN;
    }
  if (DECL_ARTIFICIAL (decl))
    flags |= CGPROF_FUNCTION_ARTIFICIAL;
  if (!current_sites->advice.is_empty ())
    flags |= CGPROF_FUNCTION_ADVICE;
  if (!current_sites->inlined_calls.is_empty ())
    flags |= CGPROF_FUNCTION_INLINED;
  return flags;
}

void
rows_emit_function (void)
{
  tree decl = current_sites->decl;
  auto_vec<const char *> aliases;
  collect_aliases (cgraph_node::get (decl), &aliases);
  tree origin = DECL_ORIGIN (decl);
  const char *source = source_name (decl);

  struct rows rows;
  rows.flags = function_flags (decl);
  rows.words = current_sites->words;
  rows.sites = current_sites->sites.length ();
  begin_rows (&rows, sites_name (decl),
	      sites_place (DECL_SOURCE_LOCATION (origin)));
  if (strcmp (source, sites_name (decl)))
    {
      rows.flags |= CGPROF_FUNCTION_CLONE;
      table_add (&rows.strings, source);
    }

  sites_attach_bytes ();
  unsigned i;
  struct site *site, *last = NULL;
  unsigned next = current_sites->entry;
  FOR_EACH_VEC_ELT (current_sites->sites, i, site)
    {
      put_site (&rows, site, last, next);
      next = site->word + (site->kind == CGPROF_SITE_DIRECT
			   ? 1 : CGPROF_SLOT_WORDS);
      last = site;
    }
  if (rows.flags & CGPROF_FUNCTION_ADVICE)
    put_number (&rows.bytes, current_sites->advice.length ());
  struct advice_site *advice;
  FOR_EACH_VEC_ELT (current_sites->advice, i, advice)
    put_advice (&rows, advice);
  if (rows.flags & CGPROF_FUNCTION_INLINED)
    put_inlined_calls (&rows);

  assembly_push_section (CGPROF_SECTION_SITES, "", "progbits");
  emit_rows (&rows, ".Lcgprof_c", current_sites->number, aliases);
  fputs ("\t.popsection\n", asm_out_file);
}

void
rows_emit_container (const char *label, unsigned number,
		     const struct advice_site *advice, const char *function)
{
  struct rows rows;
  rows.flags = CGPROF_FUNCTION_ADVICE | CGPROF_FUNCTION_RECORDS;
  rows.words = advice->words;
  begin_rows (&rows, function, advice->place);
  put_number (&rows.bytes, 1);
  put_advice (&rows, advice);

  fprintf (asm_out_file, "\t.pushsection\t%s,\"\",%%progbits\n",
	   CGPROF_SECTION_SITES);
  emit_rows (&rows, label, number, vNULL);
  fputs ("\t.popsection\n", asm_out_file);
}
