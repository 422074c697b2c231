/* Records for advice about calls of C++ containers' members.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_CONTAINERS_H
#define CGPROF_CONTAINERS_H

/* Register, for the plugin NAME, the pass that adds records to calls of
   containers' members.  */
void containers_register (const char *name);

/* Write the unit's records of containers, and their rows, to the assembler
   file.  */
void containers_emit_unit (void);

#endif /* CGPROF_CONTAINERS_H */
