/* Fuzz the reader of cgprof.out.  CGPROF_FUZZ_IMAGE is the program that the
   profiles are of.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "analyse/results.h"
#include "input.h"
#include "read/profile.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

/* No library is there, so that none is opened: only the program's image
   counts, and inputs name any path.  */

int
access (const char *path, int mode)
{
  (void) path;
  (void) mode;
  errno = ENOENT;
  return -1;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  struct model model = { 0 };
  struct reader reader = {
    .model = &model, .program = getenv ("CGPROF_FUZZ_IMAGE")
  };
  if (profile_read (&reader, input_file (data, size))
      && model_merge_arcs (&model))
    {
      struct results results;
      results_start (&results, &model);
      results_index_arcs (&results);
      results_free (&results);
    }
  model_free (&model);
  reader_free (&reader);
  return 0;
}
