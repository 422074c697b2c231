/* What the two halves of the program of builds.exp share.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <pthread.h>

#define NOIPA __attribute__ ((noipa))

extern int leaf (int), first (int), second (int), third (int), other (int);
extern int recurse (int), unused (int);
