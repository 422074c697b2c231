/* The runtime's one-line messages.

   SPDX-License-Identifier: MIT  */

#ifndef CGPROF_RUNTIME_BASE_MESSAGE_H
#define CGPROF_RUNTIME_BASE_MESSAGE_H

#include <stddef.h>

/* Text that is put together without stdio; too long a text is cut.  */
struct cgrt_text
{
  size_t length;
  char bytes[8192];
};

void cgrt_text_add (struct cgrt_text *text, const char *string);
void cgrt_text_add_number (struct cgrt_text *text, unsigned long long number);

/* Write "cgprof: SUBJECT: WHAT: REASON" and a newline to stderr, in one
   write; parts that are NULL are left out.  REASON is ERROR's text if
   ERROR is not 0.  Uses no libc function; a SIGPIPE it causes is taken
   back.  Nothing is said where system calls are limited.  */
void cgrt_message (const char *subject, const char *what, int error);

#endif /* CGPROF_RUNTIME_BASE_MESSAGE_H */
