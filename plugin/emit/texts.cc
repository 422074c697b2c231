/* What an instrumented module holds once: the texts of plugin/module/.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "cgprof/abi.h"
#include "count/counter-trees.h"
#include "emit/texts.h"
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
texts_know_target_p (void)
{
  return *find_module_text () != '\0';
}

void
texts_emit (const char *runtime)
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
	   "\t.balign\t4\n\t.4byte\t%u,8,%u\n\t.asciz\t\"%s\"\n"
	   "\t.balign\t4\n\t.4byte\t%u,%s-.\n",
	   CGPROF_SECTION_NOTE, CGPROF_GROUP,
	   (unsigned) sizeof CGPROF_NOTE_OWNER, CGPROF_NOTE_TYPE,
	   CGPROF_NOTE_OWNER, CGPROF_ABI_VERSION, CGPROF_MODULE);
}
