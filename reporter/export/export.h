/* What the formats of other programs share.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_EXPORT_EXPORT_H
#define CGPROF_EXPORT_EXPORT_H

#include "text/view.h"

/* The name of thread THREAD of VIEW's tree, if need be in TEXT.  */
#define VIEW_THREAD_NAME 64
const char *view_thread_name (const struct view *view, size_t thread,
			      char text[VIEW_THREAD_NAME]);

/* Its number and that of its process; 0 if they are not known.  */
uint64_t view_thread_number (const struct view *view, size_t thread);
uint64_t view_process_number (const struct view *view, size_t thread);

/* Last part of the program's path.  */
const char *view_program_name (const struct view *view);

#endif /* CGPROF_EXPORT_EXPORT_H */
