/* What the plugin's entry asks of the passes, which are loaded by name.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_PASSES_H
#define CGPROF_PASSES_H

#define PASSES_START "cgprof_start_passes"

typedef bool passes_start_function (struct plugin_name_args *plugin);

/* Read PLUGIN's options and register passes and callbacks.  Returns false
   after an error.  The compiler is the one the passes were built for.  */
extern "C" passes_start_function cgprof_start_passes;

#endif /* CGPROF_PASSES_H */
