/* The reporter's messages, not printed: what is fuzzed makes one each time.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/diag.h"

#include <stdarg.h>
#include <stdio.h>

/* Messages are made all the same: a format may read what it must not.  */

static void
quiet_format (const char *format, va_list arguments)
{
  char text[4096];
  vsnprintf (text, sizeof text, format, arguments);
}

bool
diag_error (const char *file, const char *format, ...)
{
  va_list arguments;
  (void) file;
  va_start (arguments, format);
  quiet_format (format, arguments);
  va_end (arguments);
  return false;
}

void
diag_warning (const char *file, const char *format, ...)
{
  va_list arguments;
  (void) file;
  va_start (arguments, format);
  quiet_format (format, arguments);
  va_end (arguments);
}
