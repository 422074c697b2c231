/* The two passes that insert counters.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_INSTRUMENT_H
#define CGPROF_INSTRUMENT_H

/* Register the passes for the plugin NAME.  */
void instrument_register (const char *name);

#endif /* CGPROF_INSTRUMENT_H */
