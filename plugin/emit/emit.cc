/* Writing counters, tables and the module's text as assembler text.

   Sections are written as text with .pushsection, outside GCC's own
   section machinery, which has no way to put variables of COMDAT and other
   functions in one section, and no NOBITS for a named one.

   Counters and rows are link-order sections: they live and die with the
   section of their function, under --gc-sections as in COMDAT groups
   (where they join the function's group).  The rows are not allocated:
   they cost no memory and no relocation at run time, and strip keeps them.
   Functions are referred to by a local alias, since a reference to a
   symbol that another module may replace would need a dynamic
   relocation.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "hash-map.h"
#include "sites/pieces.h"
#include "sites/sites.h"
#include "count/counter-trees.h"
#include "emit/emit.h"
#include "base/options.h"
#include "cpu/cpu.h"

#include <module-text.h>
#include <thread-text.h>
static const char segment_text[] = ""
#include <segment-text.h>
;
static const char call_text[] = ""
#include <call-text.h>
;

/* Strings of the unit, with their numbers.  */
static hash_map<nofree_string_hash, unsigned> *strings;
static vec<const char *> string_list;
static const char *string_label = ".Lcgprof_s"; /* Before the numbers.  */

/* The number of STRING in the string section.  An absent one is the empty
   string.  */

static unsigned
string_number (const char *string)
{
  if (!string)
    string = "";
  if (!strings)
    strings = new hash_map<nofree_string_hash, unsigned> ();
  if (unsigned *known = strings->get (string))
    return *known;
  const char *copy = xstrdup (string);
  unsigned number = string_list.length ();
  string_list.safe_push (copy);
  strings->put (copy, number);
  return number;
}

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
  auto_vec<unsigned char> bytes;	/* Of sites and advice.  */
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

static void
put_bytes (const vec<unsigned char> &bytes)
{
  for (unsigned i = 0; i < bytes.length (); i++)
    fprintf (asm_out_file, i % 32 ? ",%u" : i ? "\n\t.byte\t%u"
	     : "\t.byte\t%u", bytes[i]);
  if (!bytes.is_empty ())
    putc ('\n', asm_out_file);
}

/* Begin the section NAME with FLAGS and TYPE, tied to the current
   function, which has the symbol .Lcgprof_fN.  */

static void
push_section (const char *name, const char *flags, const char *type)
{
  tree decl = current_sites->decl;
  tree group = cgraph_node::get (decl)->get_comdat_group_id ();
  fprintf (asm_out_file, "\t.pushsection\t%s,\"%so%s\",%%%s,.Lcgprof_f%u",
	   name, flags, group ? "G" : "", type, current_sites->number);
  if (group)
    {
      putc (',', asm_out_file);
      assemble_name (asm_out_file, IDENTIFIER_POINTER (group));
      fputs (",comdat", asm_out_file);
    }
  putc ('\n', asm_out_file);
}

/* Write 64 bits before and behind the text of an address.  A linker for 32
   bits fills in no more than these.  (One that has the higher ones first is
   not served: find_module_text.)  */

static void
begin_address (void)
{
  fputs (POINTER_SIZE == 32 ? "\t.4byte\t" : "\t.8byte\t", asm_out_file);
}

static void
end_address (void)
{
  fputs (POINTER_SIZE == 32 ? ",0\n" : "\n", asm_out_file);
}

/* Write the address of NAME, an assembler name.  */

static void
emit_address (const char *name)
{
  begin_address ();
  assemble_name (asm_out_file, name);
  end_address ();
}

/* Write the address of the label PREFIX NUMBER, or 0 if there is none.  */

static void
emit_label_address (const char *prefix, unsigned number, bool is_there)
{
  begin_address ();
  if (is_there)
    fprintf (asm_out_file, "%s%u", prefix, number);
  else
    putc ('0', asm_out_file);
  end_address ();
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
    : site->scope == CGPROF_SCOPE_ADDRESS ? CGPROF_HEAD_ADDRESS
    : site->scope == CGPROF_SCOPE_MODULE ? CGPROF_HEAD_MODULE
    : CGPROF_HEAD_GLOBAL;
  const char *file = rows->strings.names[CGPROF_STRING_FILE - 1];
  const char *site_file = site->place.file ? site->place.file : "";
  bool address = head == CGPROF_HEAD_ADDRESS;
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
rows_begin (struct rows *rows, const char *name, const struct place &place)
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
  emit_label_address (".Lcgprof_f", number,
		      !(rows->flags & CGPROF_FUNCTION_RECORDS));
  emit_label_address (counters, number, rows->words);
  put_bytes (head);
  unsigned i;
  const char *name;
  FOR_EACH_VEC_ELT (aliases, i, name)
    emit_address (name);
  FOR_EACH_VEC_ELT (rows->callees.names, i, name)
    emit_address (name);
  FOR_EACH_VEC_ELT (rows->strings.names, i, name)
    fprintf (asm_out_file, "\t.4byte\t%s%u\n", string_label,
	     string_number (name));
  put_bytes (rows->bytes);
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

/* Write how far the mark MARK of the current function with NUMBER is behind the
   one FROM with FROM_NUMBER.  */

static void
emit_distance (char from, unsigned from_number, char mark, unsigned number)
{
  unsigned function = current_sites->number;
  fprintf (asm_out_file, "\t.uleb128\t.Lcgprof_%c%u_%u-", mark, function,
	   number);
  if (from == CGPROF_MARK_PIECE && from_number == 0)
    fprintf (asm_out_file, ".Lcgprof_f%u\n", function);
  else
    fprintf (asm_out_file, ".Lcgprof_%c%u_%u\n", from, function, from_number);
}

static void
emit_number (unsigned number)
{
  fprintf (asm_out_file, "\t.uleb128\t%u\n", number);
}

/* Write PART of the current function, its pieces from FIRST to one before
   END.  */

static void
emit_part (unsigned part, unsigned first, unsigned end)
{
  const function_pieces *pieces = current_sites->pieces;
  unsigned function = current_sites->number, mark = first + part;
  begin_address ();
  if (part == 0)
    fprintf (asm_out_file, ".Lcgprof_f%u", function);
  else
    fprintf (asm_out_file, ".Lcgprof_%c%u_%u", CGPROF_MARK_PIECE, function,
	     mark);
  end_address ();
  emit_number (end - first);
  for (unsigned i = first; i < end; i++)
    {
      const piece &piece = pieces->pieces[i];
      emit_number (piece.flags);
      emit_distance (CGPROF_MARK_PIECE, i + part, CGPROF_MARK_PIECE,
		     i + part + 1);
      emit_number (piece.in);
      emit_number (piece.out);
      if (piece.flags & CGPROF_PIECE_COUNTED)
	emit_number (piece.word);
      if (piece.flags & CGPROF_PIECE_ALIGNED)
	{
	  emit_number (piece.padding);
	  emit_number (0);
	  for (const align_flags_tuple &level : piece.alignment.levels)
	    {
	      emit_number (level.log);
	      emit_number (level.maxskip);
	    }
	}
    }

  unsigned i, count = 0;
  for (unsigned each : pieces->additions)
    count += each == part;
  emit_number (count);
  for (i = 0; i < pieces->additions.length (); i++)
    if (pieces->additions[i] == part)
      {
	emit_distance (CGPROF_MARK_PIECE, mark, CGPROF_MARK_ADDITION, i);
	emit_distance (CGPROF_MARK_ADDITION, i, CGPROF_MARK_ADDED, i);
      }
  count = 0;
  for (const repetition &each : pieces->repetitions)
    count += each.part == part;
  emit_number (count);
  for (i = 0; i < pieces->repetitions.length (); i++)
    if (pieces->repetitions[i].part == part)
      {
	emit_distance (CGPROF_MARK_PIECE, mark, CGPROF_MARK_REPETITION, i);
	emit_number (pieces->repetitions[i].word);
      }
}

/* The power of two that the current function is aligned to, by what GCC does
   when it begins one.  */

static unsigned
function_alignment (void)
{
  tree decl = current_sites->decl;
  unsigned alignment = floor_log2 (DECL_ALIGN (decl) / BITS_PER_UNIT);
  unsigned wanted = align_functions.levels[0].log;
  return !DECL_USER_ALIGN (decl) && wanted > alignment
	 && optimize_function_for_speed_p (cfun) ? wanted : alignment;
}

/* The number of the first function with pieces in each section of code.  */
static hash_map<section *, unsigned> *first_of_section;

/* Write how far the current function is behind the first one with pieces in its
   section.  */

static void
emit_distance_in_section (void)
{
  unsigned number = current_sites->number;
  if (!first_of_section)
    first_of_section = new hash_map<section *, unsigned> ();
  bool known;
  unsigned &first = first_of_section->get_or_insert
    (function_section (current_sites->decl), &known);
  if (!known)
    first = number;
  fprintf (asm_out_file, "\t.uleb128\t.Lcgprof_f%u-.Lcgprof_f%u\n", number,
	   first);
}

/* Write the rows of the current function's pieces.  */

static void
emit_pieces (void)
{
  const function_pieces *pieces = current_sites->pieces;
  unsigned number = current_sites->number;
  push_section (CGPROF_SECTION_BLOCKS, "", "progbits");
  fprintf (asm_out_file, "\t.byte\t%u\n"
	   "\t.uleb128\t.Lcgprof_y%u-.Lcgprof_x%u\n.Lcgprof_x%u:\n",
	   CGPROF_BLOCKS_VERSION, number, number, number);
  emit_label_address (".Lcgprof_f", number, true);
  emit_number (function_alignment ());
  emit_distance_in_section ();
  emit_number (pieces->classes);
  emit_number (pieces->enters);
  emit_number (pieces->leaves);
  unsigned all = pieces->pieces.length ();
  bool split = pieces->hot < all;
  emit_number (1 + split);
  emit_part (0, 0, pieces->hot);
  if (split)
    emit_part (1, pieces->hot, all);
  fprintf (asm_out_file, ".Lcgprof_y%u:\n\t.popsection\n", number);
}

void
emit_function (void)
{
  tree decl = current_sites->decl;
  unsigned number = current_sites->number;
  const char *name = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (decl));

  fprintf (asm_out_file, "\t.set\t.Lcgprof_f%u,", number);
  assemble_name (asm_out_file, name);
  putc ('\n', asm_out_file);

  if (current_sites->words)
    {
      push_section (CGPROF_SECTION_COUNTERS, "aw", "nobits");
      fprintf (asm_out_file, "\t.balign\t8\n.Lcgprof_c%u:\n\t.zero\t%u\n"
	       "\t.popsection\n", number,
	       current_sites->words * (unsigned) sizeof (uint64_t));
    }

  if (current_sites->listed)
    {
      push_section (CGPROF_SECTION_SEGMENT, "a", "progbits");
      for (unsigned i = 0; i < current_sites->listed; i++)
	fprintf (asm_out_file, "\t.4byte\t.Lcgprof_g%u_%u - .\n", number, i);
      fputs ("\t.popsection\n", asm_out_file);
    }

  auto_vec<const char *> aliases;
  collect_aliases (cgraph_node::get (decl), &aliases);
  tree origin = DECL_ORIGIN (decl);
  const char *source = source_name (decl);

  struct rows rows;
  rows.flags = function_flags (decl);
  rows.words = current_sites->words;
  rows.sites = current_sites->sites.length ();
  rows_begin (&rows, sites_name (decl),
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

  push_section (CGPROF_SECTION_SITES, "", "progbits");
  emit_rows (&rows, ".Lcgprof_c", number, aliases);
  fputs ("\t.popsection\n", asm_out_file);
  if (current_sites->pieces)
    emit_pieces ();
}

void
emit_container (const char *label, unsigned number,
		const struct advice_site *advice, const char *function)
{
  if (advice->words)
    {
      fprintf (asm_out_file, "\t.pushsection\t%s,\"aw\",%%nobits\n"
	       "\t.balign\t8\n", CGPROF_SECTION_COUNTERS);
      if (*label != '.')
	fprintf (asm_out_file, "\t.globl\t%s%u\n\t.hidden\t%s%u\n", label,
		 number, label, number);
      fprintf (asm_out_file, "%s%u:\n\t.zero\t%u\n\t.popsection\n", label,
	       number, advice->words * (unsigned) sizeof (uint64_t));
    }

  struct rows rows;
  rows.flags = CGPROF_FUNCTION_ADVICE | CGPROF_FUNCTION_RECORDS;
  rows.words = advice->words;
  rows_begin (&rows, function, advice->place);
  put_number (&rows.bytes, 1);
  put_advice (&rows, advice);

  fprintf (asm_out_file, "\t.pushsection\t%s,\"\",%%progbits\n",
	   CGPROF_SECTION_SITES);
  emit_rows (&rows, label, number, vNULL);
  fputs ("\t.popsection\n", asm_out_file);
}

/* Write all strings to their section, and stay in it.  */

static void
emit_strings (void)
{
  fprintf (asm_out_file, "\t.pushsection\t%s,\"MS\",%%progbits,1\n",
	   CGPROF_SECTION_STRINGS);
  unsigned i;
  const char *string;
  FOR_EACH_VEC_ELT (string_list, i, string)
    {
      fprintf (asm_out_file, "%s%u:\n\t.asciz\t\"", string_label, i);
      for (const char *c = string; *c; c++)
	if (ISPRINT (*c) && *c != '"' && *c != '\\')
	  putc (*c, asm_out_file);
	else
	  fprintf (asm_out_file, "\\%03o", (unsigned char) *c);
      fputs ("\"\n", asm_out_file);
    }
}

/* Of a text for code with pointers of BIG or of SMALL size, that for the code
   that is compiled; "" if there is none.  */

static const char *
choose_text (const char *big, const char *small)
{
  switch (CGPROF_CPU_POINTER_SIZE)
    {
    case 64:
      return big;
    case 32:
      return BYTES_BIG_ENDIAN ? "" : small;
    default:
      return "";
    }
}

/* The module's text.  */

static const char *
find_module_text (void)
{
  return choose_text (module_text_64, module_text_32);
}

bool
emit_knows_target_p (void)
{
  return *find_module_text () != '\0';
}

/* Write the module's text with RUNTIME in the places kept for it.  */

static void
emit_module (const char *runtime)
{
  static const char mark[] = "@CGPROF_RUNTIME@";
  const char *text = find_module_text ();
  fputs (CGPROF_CPU_TEXT_BEGIN, asm_out_file);
  while (const char *place = strstr (text, mark))
    {
      fwrite (text, 1, place - text, asm_out_file);
      for (const char *c = runtime; *c; c++)
	if (ISALNUM (*c) || strchr ("/._-+", *c))
	  putc (*c, asm_out_file);
	else
	  fprintf (asm_out_file, "\\%03o", (unsigned char) *c);
      text = place + strlen (mark);
    }
  fputs (text, asm_out_file);
  if (plugin_options.counters == COUNTERS_THREAD)
    fputs (choose_text (thread_text_64, thread_text_32), asm_out_file);
  if (counters_segment ())
    fputs (segment_text, asm_out_file);
  if (counters_blocks_unit ())
    fputs (call_text, asm_out_file);
  fputs (CGPROF_CPU_TEXT_END, asm_out_file);
  fprintf (asm_out_file, "\t.section\t%s,\"aG\",%%note,%s,comdat\n"
	   "\t.balign\t4\n\t.4byte\t%u,4,1\n\t.asciz\t\"%s\"\n"
	   "\t.balign\t4\n\t.4byte\t%u\n",
	   CGPROF_SECTION_NOTE, CGPROF_GROUP,
	   (unsigned) sizeof CGPROF_NOTE_OWNER, CGPROF_NOTE_OWNER,
	   CGPROF_ABI_VERSION);
}

bool
emit_unit_needed_p (void)
{
  return !string_list.is_empty () && asm_out_file;
}

void
emit_unit_begin (const char *runtime)
{
  emit_strings ();
  emit_module (runtime);
}

void
emit_unit_end (void)
{
  fputs ("\t.popsection\n", asm_out_file);
}

/* Collect what WRITE writes, with labels of strings that begin with LABEL.  To
   be freed.  */

static char *
collect (const char *label, void (*write) (void))
{
  char *text = NULL;
  size_t size = 0;
  FILE *out = asm_out_file;
  const char *old_label = string_label;
  hash_map<nofree_string_hash, unsigned> *old_strings = strings;
  vec<const char *> old_list = string_list;
  strings = NULL;
  string_list = vNULL;
  string_label = label;
  asm_out_file = open_memstream (&text, &size);
  write ();
  fclose (asm_out_file);
  asm_out_file = out;
  string_label = old_label;
  delete strings;
  strings = old_strings;
  string_list = old_list;
  return text;
}

char *
emit_to_text (const char *label, void (*write) (void))
{
  static void (*writer) (void);
  writer = write;
  return collect (label, [] ()
    {
      writer ();
      emit_strings ();
      fputs ("\t.popsection\n", asm_out_file);
    });
}

char *
emit_module_to_text (const char *runtime)
{
  static const char *path;
  path = runtime;
  return collect (string_label, [] ()
    {
      fputs ("\t.pushsection\t.text\n", asm_out_file);
      emit_module (path);
      fputs ("\t.popsection\n", asm_out_file);
    });
}
