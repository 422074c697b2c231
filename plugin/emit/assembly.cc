/* Sections and addresses in assembler text, as counters and rows have them.

   Sections are written as text with .pushsection, outside GCC's own
   section machinery, which has no way to put variables of COMDAT and other
   functions in one section, and no NOBITS for a named one.

   Counters and rows are link-order sections: they live and die with the
   section of their function, under --gc-sections as in COMDAT groups
   (where they join the function's group).  The rows are not allocated:
   they cost no memory and no relocation at run time, and strip keeps them.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "sites/sites.h"
#include "emit/assembly.h"

void
assembly_push_section (const char *name, const char *flags, const char *type)
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

void
assembly_begin_address (void)
{
  fputs (POINTER_SIZE == 32 ? "\t.4byte\t" : "\t.8byte\t", asm_out_file);
}

void
assembly_end_address (void)
{
  fputs (POINTER_SIZE == 32 ? ",0\n" : "\n", asm_out_file);
}

void
assembly_put_address (const char *name)
{
  assembly_begin_address ();
  assemble_name (asm_out_file, name);
  assembly_end_address ();
}

void
assembly_put_label_address (const char *prefix, unsigned number, bool is_there)
{
  assembly_begin_address ();
  if (is_there)
    fprintf (asm_out_file, "%s%u", prefix, number);
  else
    putc ('0', asm_out_file);
  assembly_end_address ();
}
