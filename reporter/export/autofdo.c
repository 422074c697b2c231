/* The profile that GCC optimizes by, with -fauto-profile=FILE.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "export/export.h"
#include "feedback/autofdo.h"

static void
autofdo_export (const struct export *export, FILE *out)
{
  autofdo_print (&export->positions, export->gcc, out);
}

const struct exporter export_autofdo = {
  .name = "autofdo",
  .about = "for gcc -fauto-profile=FILE (with --gcc=N), if instructions are "
	   "counted",
  .needs = EXPORT_ORIGINS,
  .binary = true,
  .beyond_time = true,
  .print = autofdo_export
};
