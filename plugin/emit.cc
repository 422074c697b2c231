/* Assembler text: counters, tables, the module's text.

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

#include "gcc-headers.h"
#include "hash-map.h"
#include "sites.h"
#include "advise.h"
#include "counters.h"
#include "containers.h"
#include "emit.h"
#include "cpu.h"

static const char module_text[] =
#include <module-text.h>
;
static const char segment_text[] = ""
#include <segment-text.h>
;

/* Strings of the unit, with their numbers.  */
static hash_map<nofree_string_hash, unsigned> *strings;
static vec<const char *> string_list;

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

static void
emit_string (const char *string)
{
  fprintf (asm_out_file, "\t.4byte\t.Lcgprof_s%u\n", string_number (string));
}

static void
emit_4byte (unsigned value)
{
  fprintf (asm_out_file, "\t.4byte\t%u\n", value);
}

static void
emit_place (const struct place &place, bool column)
{
  emit_string (place.file);
  emit_4byte (place.line);
  if (column)
    emit_4byte (place.column);
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

/* Write the address of NAME, an assembler name.  */

static void
emit_address (const char *name)
{
  fputs ("\t.8byte\t", asm_out_file);
  assemble_name (asm_out_file, name);
  putc ('\n', asm_out_file);
}

/* Collect in NAMES the symbols of thunks and aliases that lead to NODE,
   also by way of each other: what an indirect call may find instead of it.
   A thunk of C++ leads to a local alias of its function.  */

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
      if (!alias->transparent_alias && !alias->weakref
	  && !DECL_EXTERNAL (alias->decl))
	add (alias);
}

static void
emit_frames (const auto_vec<inline_frame> *frames)
{
  unsigned i;
  struct inline_frame *frame;
  FOR_EACH_VEC_ELT (*frames, i, frame)
    {
      emit_string (frame->function);
      emit_place (frame->place, true);
    }
}

static void
emit_site (const struct site *site)
{
  if (site->scope == CGPROF_SCOPE_ADDRESS && site->callee)
    emit_address (site->callee);
  else
    fputs ("\t.8byte\t0\n", asm_out_file);
  emit_string (site->callee);
  emit_4byte (site->word);
  fprintf (asm_out_file, "\t.byte\t%u,%u,%u,0\n", site->kind, site->flags,
	   site->scope);
  emit_place (site->place, true);
  emit_4byte (site->inlined->length ());
  emit_4byte (0);
  emit_frames (site->inlined);
}

/* Write the rows for advice, if there are any.  */

static void
emit_advice (void)
{
  if (current_sites->advice.is_empty ())
    return;
  emit_4byte (current_sites->advice.length ());
  emit_4byte (0);
  unsigned i;
  struct advice_site *site;
  FOR_EACH_VEC_ELT (current_sites->advice, i, site)
    {
      fprintf (asm_out_file, "\t.2byte\t%u,%u\n", site->kind, site->flags);
      emit_4byte (site->word);
      fprintf (asm_out_file, "\t.byte\t%u,%u,%u,0\n", site->words,
	       site->sums, site->maxima);
      emit_string (site->callee);
      emit_string (site->object);
      emit_string (site->detail);
      emit_place (site->place, true);
      emit_4byte (site->inlined->length ());
      emit_frames (site->inlined);
    }
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
  return flags;
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

  auto_vec<const char *> aliases;
  collect_aliases (cgraph_node::get (decl), &aliases);
  tree origin = DECL_ORIGIN (decl);
  const char *source = source_name (decl);

  push_section (CGPROF_SECTION_SITES, "", "progbits");
  fprintf (asm_out_file, "\t.balign\t8\n.Lcgprof_r%u:\n"
	   "\t.4byte\t.Lcgprof_e%u-.Lcgprof_r%u\n"
	   "\t.2byte\t%u,%u\n"
	   "\t.8byte\t.Lcgprof_f%u\n", number, number, number,
	   CGPROF_ABI_VERSION, function_flags (decl), number);
  if (current_sites->words)
    fprintf (asm_out_file, "\t.8byte\t.Lcgprof_c%u\n", number);
  else
    fputs ("\t.8byte\t0\n", asm_out_file);
  emit_4byte (current_sites->words);
  emit_4byte (current_sites->sites.length ());
  emit_string (sites_name (decl));
  emit_string (strcmp (source, sites_name (decl)) ? source : NULL);
  emit_string (remap_debug_filename (get_src_pwd ()));
  emit_place (sites_place (DECL_SOURCE_LOCATION (origin)), false);
  emit_4byte (aliases.length ());

  unsigned i;
  const char *alias;
  FOR_EACH_VEC_ELT (aliases, i, alias)
    emit_address (alias);
  struct site *site;
  FOR_EACH_VEC_ELT (current_sites->sites, i, site)
    emit_site (site);
  emit_advice ();
  fprintf (asm_out_file, "\t.balign\t8\n.Lcgprof_e%u:\n\t.popsection\n",
	   number);
}

void
emit_container (unsigned number, unsigned words, const char *function,
		const char *callee, const char *object,
		const struct place &place)
{
  fprintf (asm_out_file, "\t.pushsection\t%s,\"aw\",%%nobits\n"
	   "\t.balign\t8\n.Lcgprof_v%u:\n\t.zero\t%u\n\t.popsection\n",
	   CGPROF_SECTION_COUNTERS, number,
	   words * (unsigned) sizeof (uint64_t));
  fprintf (asm_out_file, "\t.pushsection\t%s,\"\",%%progbits\n"
	   "\t.balign\t8\n.Lcgprof_w%u:\n"
	   "\t.4byte\t.Lcgprof_x%u-.Lcgprof_w%u\n"
	   "\t.2byte\t%u,%u\n\t.8byte\t0,.Lcgprof_v%u\n",
	   CGPROF_SECTION_SITES, number, number, number, CGPROF_ABI_VERSION,
	   CGPROF_FUNCTION_ADVICE | CGPROF_FUNCTION_RECORDS, number);
  emit_4byte (words);
  emit_4byte (0);
  emit_string (function);
  emit_string (NULL);
  emit_string (remap_debug_filename (get_src_pwd ()));
  emit_place (place, false);
  emit_4byte (0);

  emit_4byte (1);
  emit_4byte (0);
  fprintf (asm_out_file, "\t.2byte\t%u,0\n\t.4byte\t0\n"
	   "\t.byte\t%u,%u,1,0\n", CGPROF_ADVICE_VECTOR, words,
	   CGPROF_VECTOR_SUMS);
  emit_string (callee);
  emit_string (object);
  emit_string (NULL);
  emit_place (place, true);
  emit_4byte (0);
  fprintf (asm_out_file, "\t.balign\t8\n.Lcgprof_x%u:\n\t.popsection\n",
	   number);
}

/* Write the module's text with RUNTIME in the place kept for it.  */

static void
emit_module (const char *runtime)
{
  static const char mark[] = "@CGPROF_RUNTIME@";
  const char *place = strstr (module_text, mark);
  gcc_assert (place);
  fputs (CGPROF_CPU_TEXT_BEGIN, asm_out_file);
  fwrite (module_text, 1, place - module_text, asm_out_file);
  for (const char *c = runtime; *c; c++)
    if (ISALNUM (*c) || strchr ("/._-+", *c))
      putc (*c, asm_out_file);
    else
      fprintf (asm_out_file, "\\%03o", (unsigned char) *c);
  fputs (place + strlen (mark), asm_out_file);
  if (counters_segment ())
    fputs (segment_text, asm_out_file);
  fputs (CGPROF_CPU_TEXT_END, asm_out_file);
  fprintf (asm_out_file, "\t.section\t%s,\"aG\",%%note,%s,comdat\n"
	   "\t.balign\t4\n\t.4byte\t%u,4,1\n\t.asciz\t\"%s\"\n"
	   "\t.balign\t4\n\t.4byte\t%u\n",
	   CGPROF_SECTION_NOTE, CGPROF_GROUP,
	   (unsigned) sizeof CGPROF_NOTE_OWNER, CGPROF_NOTE_OWNER,
	   CGPROF_ABI_VERSION);
}

void
emit_unit (const char *runtime)
{
  /* No function with counters was written, or no text at all.  */
  if (string_list.is_empty () || !asm_out_file)
    return;
  containers_emit_unit ();

  fprintf (asm_out_file, "\t.pushsection\t%s,\"MS\",%%progbits,1\n",
	   CGPROF_SECTION_STRINGS);
  unsigned i;
  const char *string;
  FOR_EACH_VEC_ELT (string_list, i, string)
    {
      fprintf (asm_out_file, ".Lcgprof_s%u:\n\t.asciz\t\"", i);
      for (const char *c = string; *c; c++)
	if (ISPRINT (*c) && *c != '"' && *c != '\\')
	  putc (*c, asm_out_file);
	else
	  fprintf (asm_out_file, "\\%03o", (unsigned char) *c);
      fputs ("\"\n", asm_out_file);
    }
  emit_module (runtime);
  advise_emit_unit ();
  fputs ("\t.popsection\n", asm_out_file);
}
