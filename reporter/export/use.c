/* What the plugin's option use=FILE reads.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "export/export.h"
#include "feedback/counted-lines.h"

static void
use_export (const struct export *export, FILE *out)
{
  counted_lines_print (&export->positions, export->results, out);
}

const struct exporter export_use = {
  .name = "use",
  .about = "for gcc -fplugin-arg-cgprof-use=FILE, if instructions are counted",
  .needs = EXPORT_ORIGINS,
  .beyond_time = true,
  .print = use_export
};
