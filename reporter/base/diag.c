/* One-line messages on standard error.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/diag.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

int
diag_flush (void)
{
  static int error;
  if (fflush (stdout) != 0 && !error)
    error = errno;
  return error;
}

/* Print one message.  FORMAT's result may hold names read from files, so
   it is cleaned as FILE is: one message stays one line.  */

static void
diag_print (const char *file, const char *kind, const char *format,
	    va_list arguments)
{
  char text[4096];
  int length = snprintf (text, sizeof text, "cgprof: %s%s%s",
			 file ? file : "", file ? ": " : "", kind);
  if (length < 0)
    return;
  if ((size_t) length < sizeof text)
    vsnprintf (text + length, sizeof text - length, format, arguments);
  for (char *p = text; *p; p++)
    if ((unsigned char) *p < ' ' || *p == 0x7f)
      *p = '?';
  diag_flush ();
  fprintf (stderr, "%s\n", text);
}

bool
diag_error (const char *file, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  diag_print (file, "", format, arguments);
  va_end (arguments);
  return false;
}

void
diag_warning (const char *file, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  diag_print (file, "warning: ", format, arguments);
  va_end (arguments);
}
