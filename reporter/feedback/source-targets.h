/* Where indirect calls led to, at the positions in the source that made them.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_FEEDBACK_SOURCE_TARGETS_H
#define CGPROF_FEEDBACK_SOURCE_TARGETS_H

#include "feedback/source-positions.h"

/* Add to POSITIONS, which are sorted, where MODEL's indirect calls led to.  */
void source_targets_add (struct source_positions *positions,
			 const struct model *model);

#endif /* CGPROF_FEEDBACK_SOURCE_TARGETS_H */
