/* Keep cgprof from being profiled.

   cgprof uses libraries (liblzma, libz, libzstd, ...) that its user may be
   profiling: LD_LIBRARY_PATH names the instrumented one, or it is installed.
   Its constructor would load the runtime into cgprof, which would replace the
   cgprof.out that cgprof was called to read.  It asks for an attaching
   function that is linked in first: this one, which does nothing, so that the
   library runs unprofiled.

   For a profile of cgprof itself define CGPROF_PROFILED where it is compiled.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#ifndef CGPROF_PROFILED

#include <cgprof/abi.h>

/* Exported by unprofiled.list.  */
void no_runtime (struct cgprof_module *module) __asm__ (CGPROF_ATTACH);

void
no_runtime (struct cgprof_module *module)
{
  (void) module;
}

#endif
