/* Views of advice.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ADVISE_VIEWS_H
#define CGPROF_ADVISE_VIEWS_H

#include "advise/advice.h"

#include <stdio.h>

/* Print ADVICE for people; if REFUSED, also what is not advised, and
   why.  */
void view_advice (FILE *out, const struct advice *advice, bool refused);

/* Print all of ADVICE as one JSON object (schema "cgprof-advice").  */
void view_advice_json (FILE *out, const struct advice *advice);

#endif /* CGPROF_ADVISE_VIEWS_H */
