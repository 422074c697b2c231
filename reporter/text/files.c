/* What the profiles hold, file by file.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "read/reader.h"
#include "text/view.h"

#include <inttypes.h>

static void
view_records (FILE *out, uint64_t count, const char *what)
{
  fprintf (out, "\t%" PRIu64 " %s record%s\n", count, what,
	   count == 1 ? "" : "s");
}

void
view_files (FILE *out, const struct reader_file *files, size_t count)
{
  for (size_t i = 0; i < count; i++)
    {
      const struct reader_file *file = &files[i];
      if (!file->gmon)
	{
	  fprintf (out, "File `%s' (cgprof's, version %" PRIu32
		   ") contains:\n\tcounts of every call site, samples\n",
		   file->name, file->version);
	  continue;
	}
      fprintf (out, "File `%s' (version %" PRIu32 ") contains:\n",
	       file->name, file->version);
      view_records (out, file->histograms, "histogram");
      view_records (out, file->arcs, "call-graph");
      view_records (out, file->blocks, "basic-block count");
    }
}
