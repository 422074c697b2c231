/* Records of C++ containers.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_CONTAINERS_H
#define CGPROF_CONTAINERS_H

/* Register the pass that gives calls of containers' members their records,
   for the plugin NAME.  */
void containers_register (const char *name);

/* Write the records of the unit and their rows.  */
void containers_emit_unit (void);

#endif /* CGPROF_CONTAINERS_H */
