/* Writing counters, tables and the module's text as assembler text.

   Functions are referred to by a local alias, since a reference to a
   symbol that another module may replace would need a dynamic
   relocation.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "sites/sites.h"
#include "emit/assembly.h"
#include "emit/emit.h"
#include "emit/pieces.h"
#include "emit/rows.h"
#include "emit/strings.h"
#include "emit/texts.h"

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
      assembly_push_section (CGPROF_SECTION_COUNTERS, "aw", "nobits");
      fprintf (asm_out_file, "\t.balign\t8\n.Lcgprof_c%u:\n\t.zero\t%u\n"
	       "\t.popsection\n", number,
	       current_sites->words * (unsigned) sizeof (uint64_t));
    }

  if (current_sites->listed)
    {
      assembly_push_section (CGPROF_SECTION_SEGMENT, "a", "progbits");
      for (unsigned i = 0; i < current_sites->listed; i++)
	fprintf (asm_out_file, "\t.4byte\t.Lcgprof_g%u_%u - .\n", number, i);
      fputs ("\t.popsection\n", asm_out_file);
    }

  rows_emit_function ();
  if (current_sites->pieces)
    pieces_emit ();
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
  rows_emit_container (label, number, advice, function);
}

bool
emit_unit_needed_p (void)
{
  return strings_needed_p () && asm_out_file;
}

void
emit_unit_begin (const char *runtime)
{
  strings_emit ();
  texts_emit (runtime);
}

void
emit_unit_end (void)
{
  fputs ("\t.popsection\n", asm_out_file);
}

/* Collect what WRITE writes.  To be freed.  */

static char *
collect (void (*write) (void))
{
  char *text = NULL;
  size_t size = 0;
  FILE *out = asm_out_file;
  asm_out_file = open_memstream (&text, &size);
  write ();
  fclose (asm_out_file);
  asm_out_file = out;
  return text;
}

char *
emit_to_text (const char *label, void (*write) (void))
{
  static void (*writer) (void);
  writer = write;
  struct string_set *old = strings_begin (label);
  char *text = collect ([] ()
    {
      writer ();
      strings_emit ();
      fputs ("\t.popsection\n", asm_out_file);
    });
  strings_end (old);
  return text;
}

char *
emit_module_to_text (const char *runtime)
{
  static const char *path;
  path = runtime;
  return collect ([] ()
    {
      fputs ("\t.pushsection\t.text\n", asm_out_file);
      texts_emit (path);
      fputs ("\t.popsection\n", asm_out_file);
    });
}
