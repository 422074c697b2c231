// Calls within a shared library, for the micro benchmark.
// SPDX-License-Identifier: GPL-3.0-or-later

#include "micro.h"

static NOIPA int
local (int x)
{
  return x + 1;
}

NOIPA int
library_callee (int x)
{
  return x + 1;
}

NOIPA long
library_direct (long calls)
{
  int x = 0;
  for (long i = 0; i < calls; i++)
    x = local (x);
  return x;
}

NOIPA long
library_exported (long calls)
{
  int x = 0;
  for (long i = 0; i < calls; i++)
    x = library_callee (x);
  return x;
}
