/* Doing something for each program that profiles are of.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_CMD_PROGRAMS_H
#define CGPROF_CMD_PROGRAMS_H

#include "load/analysis.h"

#include <stdbool.h>

/* Call MAKE with CLOSURE for what REQUEST asks for; or, if its profiles alone
   name their programs and these are several, for each of them: those of a
   whole run may be, and some may be gone.  Then TITLE is the program, else
   NULL.  REQUEST, which MAKE is to use, is set to each in turn.  Return
   whether MAKE returned true, for one program at least; there was a message
   otherwise.  */
bool programs_each (struct analysis_request *request,
		    bool (*make) (void *closure, const char *title),
		    void *closure);

#endif /* CGPROF_CMD_PROGRAMS_H */
