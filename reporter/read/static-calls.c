/* Direct calls that stand in the code, whether they were made or not.

   The plugin's tables tell of those that are counted.  Other code is not
   disassembled: whatever looks like a call instruction and leads to the very
   beginning of a function is taken for a call.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "read/static-calls.h"
#include "elf/call-decode.h"

#include <cgprof/abi.h>
#include <string.h>

/* Whether calls of FUNCTION are the program's own: not by way of a stub, nor
   of what the plugin has added.  */

static bool
static_is_wanted (const struct image_function *function)
{
  return (function->flags & IMAGE_FUNCTION_PLT) == 0
    && strncmp (function->symbol, "__cgprof_", 9) != 0;
}

/* Add the calls in CODE, which is MODULE's.  */

static void
static_scan (struct reader *reader, uint32_t module,
	     const struct call_decode_machine *machine,
	     const struct call_decode_bytes *code)
{
  const struct image *image = reader_image (reader, module);
  for (size_t at = 0; at < code->size && code->size - at >= machine->step;
       at += machine->step)
    {
      uint64_t target;
      if (!machine->look (code, at, &target))
	continue;
      uint32_t callee = image_find (image, target);
      uint32_t caller = image_find (image, code->address + at);
      if (callee != IMAGE_NONE && caller != IMAGE_NONE
	  && image->functions[callee].address == target
	  && static_is_wanted (&image->functions[callee]))
	model_put_arc (reader->model,
		       reader_get_function (reader, module, caller),
		       reader_get_function (reader, module, callee), 0);
    }
}

/* Add the calls that the instructions of MODULE make.  */

static void
static_scan_sections (struct reader *reader, uint32_t module)
{
  const struct image *image = reader_image (reader, module);
  const struct call_decode_machine *machine = call_decode_find_machine (image);
  Elf_Scn *section = NULL;
  struct call_decode_bytes code;
  while (machine && call_decode_next (image, &section, &code))
    static_scan (reader, module, machine, &code);
}

/* Add the calls of the plugin's tables in MODULE.  */

static void
static_read_sites (struct reader *reader, uint32_t module)
{
  const struct image *image = reader_image (reader, module);
  for (size_t i = 0; i < image->rows.site_count; i++)
    {
      const struct site_tables_site *site = &image->rows.sites[i];
      if (!site->callee)
	continue;
      uint32_t callee = image_find_callee (image, site);
      if (site->scope == CGPROF_SCOPE_GLOBAL)
	{
	  callee = dict_find (&image->global_names, site->callee);
	  if (callee == MAP_NONE)
	    callee = dict_find (&image->local_names, site->callee);
	}
      uint32_t caller
	= image_find (image, image->rows.functions[site->function].address);
      if (callee != MAP_NONE && caller != IMAGE_NONE)
	model_put_arc (reader->model,
		       reader_get_function (reader, module, caller),
		       reader_get_function (reader, module, callee), 0);
    }
}

void
static_calls_add (struct reader *reader)
{
  for (size_t i = 0; i < reader->module_count; i++)
    if (reader_image (reader, i) && reader->model->modules[i].main)
      {
	static_read_sites (reader, i);
	static_scan_sections (reader, i);
      }
}
