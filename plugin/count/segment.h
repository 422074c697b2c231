/* Counting through a segment that the program may want for itself.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_SEGMENT_H
#define CGPROF_SEGMENT_H

/* Have the plugin NAME count without the segment in units whose source names
   its address space, and list what CGPROF_LEAVE could not find elsewhere.  */
void segment_register (const char *name);

#endif /* CGPROF_SEGMENT_H */
