/* The library of libraries-3.cc.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "libraries-3.h"

static base own;

__attribute__ ((noipa)) static int
library_call (base *b)
{
  return b->value (1) + 1;
}

__attribute__ ((noipa)) int
library (base *b)
{
  return shared (1) + shared (2) + library_call (b) + library_call (&own);
}
