/* Bytes at call sites: what calls allocate, copy, read and write (the options
   bytes and advise=bytes, which is part of advise=all).

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_BYTES_H
#define CGPROF_BYTES_H

/* Switch the sums on.  LIST, which may be NULL, names further allocators with
   the numbers of the arguments, from 1, whose product is the size:
   NAME:N[*M], separated by commas.  Return false after an error message.  */
bool bytes_set (const char *list);

/* Insert into the current function, which is instrumented, the statements
   that sum up the bytes of its calls.  */
void bytes_function (void);

#endif /* CGPROF_BYTES_H */
