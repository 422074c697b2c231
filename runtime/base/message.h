/* One-line messages on standard error, and text that is built without stdio.

   SPDX-License-Identifier: MIT

   All of it may be called in a signal handler.  */

#ifndef CGPROF_RUNTIME_BASE_MESSAGE_H
#define CGPROF_RUNTIME_BASE_MESSAGE_H

#include <stddef.h>

/* A string that is built piece by piece; what exceeds BYTES is cut off.  One
   with LENGTH 0 is empty.  */
struct cgrt_text
{
  size_t length;
  char bytes[8192];
};

/* Append STRING, or NUMBER in decimal, to TEXT.  */
void cgrt_text_add (struct cgrt_text *text, const char *string);
void cgrt_text_add_number (struct cgrt_text *text, unsigned long long number);

/* Write "cgprof: SUBJECT: WHAT: REASON" and a newline to stderr, in one system
   call.  SUBJECT is left out if it is NULL, REASON if ERROR is 0; else REASON
   is the text of the errno ERROR.  A SIGPIPE or SIGXFSZ that the write causes
   does not reach the program.  Once the program has limited its system calls
   (base/calls.h), nothing is written.  */
void cgrt_message (const char *subject, const char *what, int error);

#endif /* CGPROF_RUNTIME_BASE_MESSAGE_H */
