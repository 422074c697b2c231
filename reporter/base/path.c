/* Names of files.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/path.h"

#include <string.h>

const char *
path_base (const char *path)
{
  const char *slash = strrchr (path, '/');
  return slash && slash[1] ? slash + 1 : path;
}
