/* From files to a model that can be shown.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "analysis.h"
#include "bytes.h"
#include "cycles.h"
#include "diag.h"
#include "gmon.h"
#include "lines.h"
#include "naming.h"
#include "profile.h"
#include "propagate.h"
#include "tally.h"

#include <cgprof/format.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Read FILE by the reader for its magic number.  */

static bool
analysis_read (struct analysis *analysis, const char *file)
{
  struct bytes head;
  if (!bytes_read (&head, file, 8))
    return false;
  unsigned char magic[8] = { 0 };
  size_t size = head.size;
  memcpy (magic, head.data, size);
  bytes_free (&head);
  if (size == 0)
    return diag_error (file, "is empty");
  if (memcmp (magic, "gmon", 4) == 0)
    {
      if (!analysis->reader.program)
	analysis->reader.program = "a.out";
      return gmon_read (&analysis->reader, file);
    }

  /* Cut off inside the magic number it is still a cgprof.out.  */
  if (memcmp (magic, CGPROF_MAGIC, size) == 0)
    return profile_read (&analysis->reader, file);
  return diag_error (file, "is neither a cgprof.out nor a gmon.out");
}

static bool
analysis_no_profile (void)
{
  fputs ("cgprof: no profile here: neither cgprof.out nor gmon.out\n"
	 "compile with: gcc -O2 -g $(cgprof --cflags) ..., run the program, "
	 "then: cgprof ./PROGRAM\n"
	 "or in one step: cgprof run -- ./PROGRAM ARGUMENTS\n", stderr);
  return false;
}

bool
analysis_make (struct analysis *analysis,
	       const struct analysis_request *request)
{
  memset (analysis, 0, sizeof *analysis);
  analysis->reader.model = &analysis->model;
  struct reader *reader = &analysis->reader;
  struct model *model = &analysis->model;
  reader->program = request->image;
  if (!request->image && !request->recorded
      && access ("a.out", F_OK) == 0)
    reader->program = "a.out";

  if (request->profile_count == 0)
    {
      const char *file = access ("cgprof.out", F_OK) == 0 ? "cgprof.out"
							  : "gmon.out";
      if (access (file, F_OK) != 0)
	return analysis_no_profile ();
      if (!analysis_read (analysis, file))
	return false;
    }
  for (size_t i = 0; i < request->profile_count; i++)
    if (!analysis_read (analysis, request->profiles[i]))
      return false;

  model->program = reader->program;
  if (request->zero)
    reader_add_functions (reader, reader_get_program (reader));
  model_index_arcs (model);
  cycles_find (model);
  if (!tally_calls (model))
    return diag_error (NULL, "counts add up to more than 2^63 - 1");
  propagate_time (model);
  lines_find (reader, !request->lines);
  naming_assign (model, request->demangle);
  order_make (&analysis->order, model, request->zero);
  return true;
}

void
analysis_free (struct analysis *analysis)
{
  order_free (&analysis->order);
  model_free (&analysis->model);
  reader_free (&analysis->reader);
}
