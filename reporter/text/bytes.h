/* Bytes at call sites, as tables.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_TEXT_BYTES_H
#define CGPROF_TEXT_BYTES_H

#include "bytes/byte-sums.h"
#include "text/view.h"

/* Print SUMS: what the program did with bytes, and the call sites and
   functions that did most of it.  */
void view_bytes (struct view *view, const struct byte_sums *sums);

#endif /* CGPROF_TEXT_BYTES_H */
