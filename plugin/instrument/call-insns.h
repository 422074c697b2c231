/* Counting at call instructions.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_CALL_INSNS_H
#define CGPROF_CALL_INSNS_H

/* Register the RTL passes for the plugin NAME.  */
void call_insns_register (const char *name);

#endif /* CGPROF_CALL_INSNS_H */
