/* What the parts of measuring share.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ADVISE_CALIBRATE_MEASURE_H
#define CGPROF_ADVISE_CALIBRATE_MEASURE_H

#include "advise/costs.h"

#include <stddef.h>

/* Do what is measured TIMES times, with what CLOSURE holds.  The value X is
   used, and may be changed, where MEASURE_OPAQUE stands, and so may be all
   memory.  */
typedef void measure_function (void *closure, size_t times);
#define MEASURE_OPAQUE(x) __asm__ volatile ("" : "+r" (x) : : "memory")

/* Nanoseconds of one of what RUN does with CLOSURE.  */
double measure_time (measure_function *run, void *closure);

/* Measure the costs of containers, and of code that is spread.  */
void measure_containers (struct costs *costs);
void measure_text (struct costs *costs);

#endif /* CGPROF_ADVISE_CALIBRATE_MEASURE_H */
