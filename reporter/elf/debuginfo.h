/* Where to look for separate debug files.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ELF_DEBUGINFO_H
#define CGPROF_ELF_DEBUGINFO_H

#include <elfutils/libdwfl.h>

/* Return the callbacks for dwfl_begin that find a separate debug file by
   build-id and by .gnu_debuglink, in the folders that elfutils knows or that
   the environment variable CGPROF_DEBUGINFO_PATH lists in elfutils' form.  */
const Dwfl_Callbacks *debuginfo_callbacks (void);

#endif /* CGPROF_ELF_DEBUGINFO_H */
