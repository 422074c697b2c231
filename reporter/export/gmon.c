/* gmon.out, for GNU gprof.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "export/export.h"

static void
gmon_print (const struct export *export, FILE *out)
{
  gmon_sum_print (&export->gmon.sum, &export->gmon.gmon, out);
}

const struct exporter export_gmon = {
  .name = "gmon",
  .about = "gmon.out, for GNU gprof",
  .needs = EXPORT_GMON,
  .binary = true,
  .print = gmon_print
};
