/* gmon.out, for GNU gprof.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "text/view.h"
#include "write/gmon-from-model.h"

void
view_gmon (const struct view *view)
{
  gmon_sum_print (&view->gmon->sum, &view->gmon->gmon, view->out);
}
