/* A warning when link-time optimisation loses the plugin.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_LTO_H
#define CGPROF_LTO_H

/* Register what puts the warning into LTO objects, and takes it out where
   the plugin is at work, for the plugin NAME; RUNTIME is the path of the
   runtime.  */
void lto_register (const char *name, const char *runtime);

/* Give the unit the module's text where the plugin is not at work.  */
void lto_add_module (void);

#endif /* CGPROF_LTO_H */
