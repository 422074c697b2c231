/* Area:    reporter, base/path
   Purpose: the last part of a path is found, whatever slashes there are.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/path.h"
#include "check.h"

#include <string.h>

int
main (void)
{
  CHECK (strcmp (path_base ("a.c"), "a.c") == 0);
  CHECK (strcmp (path_base ("/a.c"), "a.c") == 0);
  CHECK (strcmp (path_base ("../b//c/a.c"), "a.c") == 0);
  CHECK (strcmp (path_base ("b/"), "b/") == 0);
  CHECK (strcmp (path_base (""), "") == 0);
  return check_end ();
}
