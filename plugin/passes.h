/* The function by which the plugin's entry starts the passes, after it has
   loaded them.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_PASSES_H
#define CGPROF_PASSES_H

#define PASSES_START "cgprof_start_passes"

typedef bool passes_start_function (struct plugin_name_args *plugin);

/* Read PLUGIN's options and register passes and callbacks.  Return false
   after an error message.  The caller has checked that the compiler is the one
   for which the passes were built.  All else in them is hidden: names that
   nobody looks up are not looked up when they are loaded.  */
extern "C" __attribute__ ((visibility ("default")))
passes_start_function cgprof_start_passes;

#endif /* CGPROF_PASSES_H */
