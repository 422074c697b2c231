/* Counting direct calls at their instructions, in RTL.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_CALL_INSNS_H
#define CGPROF_CALL_INSNS_H

/* Register, for the plugin NAME, the RTL passes that count direct calls.  */
void call_insns_register (const char *name);

#endif /* CGPROF_CALL_INSNS_H */
