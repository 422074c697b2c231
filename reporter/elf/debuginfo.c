/* Where to look for separate debug files.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "elf/debuginfo.h"

#include <stdlib.h>

const Dwfl_Callbacks *
debuginfo_callbacks (void)
{
  static char *path;		/* NULL: ":.debug:/usr/lib/debug".  */
  static Dwfl_Callbacks callbacks = {
    .find_elf = dwfl_build_id_find_elf,
    .find_debuginfo = dwfl_standard_find_debuginfo,
    .section_address = dwfl_offline_section_address,
    .debuginfo_path = &path
  };
  path = getenv ("CGPROF_DEBUGINFO_PATH");
  return &callbacks;
}
