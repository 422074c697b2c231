/* Coverage, for lcov, genhtml and what else reads their tracefiles: how often
   each line all code of which is counted was run, and each function, and which
   way branches went.

   A line's number is that of the part of its code that was run most often.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "export/export.h"

#include <inttypes.h>

/* Print the functions of FILE, and how many there are.  */

static void
lcov_functions (const struct export *export, const struct source_file *file,
		FILE *out)
{
  const struct source_lines *source = &export->source;
  size_t count = 0, hit = 0;
  for (uint32_t i = 0; i < file->line_count; i++)
    {
      const struct source_line *line = &source->lines[file->lines + i];
      for (uint32_t j = 0; j < line->function_count; j++)
	{
	  uint32_t index = source->functions[line->functions + j];
	  const struct model_function *function
	    = &export->model->functions[index];
	  uint64_t calls = export->results->functions[index].calls;
	  if (!(function->flags & MODEL_FUNCTION_INSTRUCTIONS))
	    continue;
	  fprintf (out, "FN:%" PRIu32 ",%s\nFNDA:%" PRIu64 ",%s\n",
		   line->number, function->symbol, calls, function->symbol);
	  count++;
	  hit += calls > 0;
	}
    }
  fprintf (out, "FNF:%zu\nFNH:%zu\n", count, hit);
}

/* Print the branches on LINE; add how many ways they have, and were gone, to
   *COUNT and *HIT.  */

static void
lcov_branches (const struct export *export, const struct source_line *line,
	       size_t *count, size_t *hit, FILE *out)
{
  for (uint32_t i = 0; i < line->code_count; i++)
    {
      const struct model_code *code
	= &export->model->code[export->source.code[line->code + i]];
      const uint64_t ways[] = { code->taken, code->executions - code->taken };
      if (!code->branch)
	continue;
      for (int way = 0; way < 2; way++)
	{
	  fprintf (out, "BRDA:%" PRIu32 ",%zu,%d,", line->number, *count / 2,
		   way);
	  if (code->executions > 0)
	    fprintf (out, "%" PRIu64 "\n", ways[way]);
	  else
	    fputs ("-\n", out);
	  ++*count;
	  *hit += ways[way] > 0;
	}
    }
}

static void
lcov_file (const struct export *export, const struct source_file *file,
	   FILE *out)
{
  const struct source_lines *source = &export->source;
  size_t count = 0, hit = 0, ways = 0, gone = 0;
  fprintf (out, "TN:\nSF:%s\n", file->name);
  lcov_functions (export, file, out);
  for (uint32_t i = 0; i < file->line_count; i++)
    lcov_branches (export, &source->lines[file->lines + i], &ways, &gone, out);
  fprintf (out, "BRF:%zu\nBRH:%zu\n", ways, gone);
  for (uint32_t i = 0; i < file->line_count; i++)
    {
      const struct source_line *line = &source->lines[file->lines + i];
      if (line->code_count == 0)
	continue;
      fprintf (out, "DA:%" PRIu32 ",%" PRIu64 "\n", line->number,
	       line->executions);
      count++;
      hit += line->executions > 0;
    }
  fprintf (out, "LF:%zu\nLH:%zu\nend_of_record\n", count, hit);
}

static void
lcov_print (const struct export *export, FILE *out)
{
  const struct source_lines *source = &export->source;
  for (size_t i = 0; i < source->file_count; i++)
    {
      const struct source_file *file = &source->files[i];
      bool has_code = false;
      for (uint32_t j = 0; j < file->line_count && !has_code; j++)
	has_code = source->lines[file->lines + j].code_count > 0;
      if (has_code)
	lcov_file (export, file, out);
    }
}

const struct exporter export_lcov = {
  .name = "lcov",
  .about = "coverage of lines and branches, if instructions are counted",
  .needs = EXPORT_SOURCE | EXPORT_CODE | EXPORT_COVERAGE,
  .beyond_time = true,
  .print = lcov_print
};
