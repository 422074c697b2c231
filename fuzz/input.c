/* A fuzzer's input as a file that readers can open.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "input.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

const char *
input_file (const uint8_t *data, size_t size)
{
  static int fd = -1;
  static char path[32];
  if (fd < 0)
    {
      fd = memfd_create ("input", 0);
      snprintf (path, sizeof path, "/proc/self/fd/%d", fd);
    }
  if (fd < 0 || ftruncate (fd, 0) != 0
      || pwrite (fd, data, size, 0) != (ssize_t) size)
    abort ();
  return path;
}
