/* A local function of the same name as one of linker-order.cc.
   SPDX-License-Identifier: GPL-3.0-or-later  */

extern volatile int sink;
static __attribute__ ((noipa)) void same (int i) { sink += i; }
void other (int i) { same (i); }
