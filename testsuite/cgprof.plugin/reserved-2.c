/* Area:    plugin, slow paths
   Purpose: without a register that may change, a unit is refused.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-native "names registers of x86-64" } */
/* { dg-skip "-O2 -flto -ffat-lto-objects" } */
/* { dg-options "-ffixed-r10 -ffixed-r11" } */
/* { dg-error "cgprof: .r10. and .r11. are reserved, expected one of them" } */

void (*target) (void);

void
call (void)
{
  target ();
}
