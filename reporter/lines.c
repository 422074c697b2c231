/* Source lines from debug information.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "lines.h"

#include <elfutils/libdwfl.h>
#include <stdlib.h>

static const Dwfl_Callbacks lines_callbacks = {
  .find_elf = dwfl_build_id_find_elf,
  .find_debuginfo = dwfl_standard_find_debuginfo,
  .section_address = dwfl_offline_section_address,
};

/* Find the lines of the functions of MODULE among FUNCTIONS, indices in
   the model sorted by module: those from
   BEGIN up to END.  */

static void
lines_find_module (struct reader *reader, uint32_t module,
		   const uint32_t *functions, size_t begin, size_t end)
{
  struct model *model = reader->model;
  const struct image *image = reader_image (reader, module);
  if (!image)
    return;
  Dwfl *dwfl = dwfl_begin (&lines_callbacks);
  if (!dwfl)
    return;
  Dwfl_Module *debug = dwfl_report_offline (dwfl, "", image->path, -1);
  dwfl_report_end (dwfl, NULL, NULL);
  GElf_Addr bias;
  if (debug && dwfl_module_getelf (debug, &bias))
    for (size_t i = begin; i < end; i++)
      {
	struct model_function *function = &model->functions[functions[i]];
	Dwfl_Line *found = dwfl_module_getsrc (debug,
					       function->address + bias);
	int line;
	const char *file
	  = found ? dwfl_lineinfo (found, NULL, &line, NULL, NULL, NULL)
		  : NULL;
	if (file)
	  {
	    function->file = arena_string (&model->arena, file);
	    function->line = line > 0 ? line : 0;
	  }
      }
  dwfl_end (dwfl);
}

/* The model whose functions lines_compare compares.  */
static const struct model *lines_sorting;

static int
lines_compare (const void *a, const void *b)
{
  const struct model_function *x
    = &lines_sorting->functions[*(const uint32_t *) a];
  const struct model_function *y
    = &lines_sorting->functions[*(const uint32_t *) b];
  return x->module < y->module ? -1 : x->module > y->module;
}

void
lines_find (struct reader *reader, bool only_equal)
{
  struct model *model = reader->model;
  const unsigned placeless = MODEL_FUNCTION_EXTERNAL
    | MODEL_FUNCTION_UNKNOWN | MODEL_FUNCTION_PLT;
  uint32_t *wanted = mem_alloc (model->function_count, sizeof *wanted);
  size_t count = 0;
  struct dict names = { 0 };
  for (size_t i = 0; i < model->function_count; i++)
    {
      uint32_t *place = dict_place (&names, model->functions[i].source);
      *place = *place == MAP_NONE ? 1 : 2;
    }
  for (size_t i = 0; i < model->function_count; i++)
    {
      const struct model_function *function = &model->functions[i];
      if (function->module != MODEL_NONE && function->line == 0
	  && (function->flags & placeless) == 0
	  && (!only_equal || dict_find (&names, function->source) == 2))
	wanted[count++] = i;
    }
  dict_free (&names);

  lines_sorting = model;
  qsort (wanted, count, sizeof *wanted, lines_compare);
  for (size_t i = 0, end; i < count; i = end)
    {
      uint32_t module = model->functions[wanted[i]].module;
      for (end = i; end < count
	   && model->functions[wanted[end]].module == module;)
	end++;
      lines_find_module (reader, module, wanted, i, end);
    }
  free (wanted);
}
