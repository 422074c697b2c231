/* What steering.c loads.

   SPDX-License-Identifier: GPL-3.0-or-later  */

__attribute__ ((noipa)) void
leaf_there (void)
{
}

void
work_there (long calls)
{
  for (long i = 0; i < calls; i++)
    leaf_there ();
}
