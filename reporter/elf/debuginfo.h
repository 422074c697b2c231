/* Where separate debug files are looked for.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ELF_DEBUGINFO_H
#define CGPROF_ELF_DEBUGINFO_H

#include <elfutils/libdwfl.h>

/* For dwfl_begin.  By build-id and by .gnu_debuglink; the places are those
   of elfutils, or what CGPROF_DEBUGINFO_PATH says in their form.  */
const Dwfl_Callbacks *debuginfo_callbacks (void);

#endif /* CGPROF_ELF_DEBUGINFO_H */
