/* A warning when link-time optimisation loses the plugin.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_LTO_H
#define CGPROF_LTO_H

/* Register, for the plugin NAME, what puts the warning into LTO objects and
   removes it where the plugin is loaded.  RUNTIME is the path of the runtime;
   the string must stay valid.  */
void lto_register (const char *name, const char *runtime);

/* Add the module's text to the unit in such a way that it takes effect only if
   the link-time compiler does not load the plugin.  */
void lto_add_module (void);

#endif /* CGPROF_LTO_H */
