/* i386: what x86_64.h has for code of 32 bits.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "cpu/x86_64.h"
