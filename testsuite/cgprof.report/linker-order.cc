/* Area:    reporter, order of functions
   Purpose: a program whose functions belong in an order that is neither that
	    of the source nor that of the numbers of their calls.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>

#define OWN extern "C" __attribute__ ((noipa))

volatile int sink;
extern "C" void other (int);

struct object
{
  object (int);
  int value;
};

__attribute__ ((noipa)) object::object (int i) : value (i) { sink += i; }

OWN void never_1 (void) { sink += 1; }
OWN void leaf_b (int i) { sink += i; }
OWN void never_2 (void) { sink += 3; never_1 (); }
OWN void leaf_a (int i) { sink += i; }
OWN void once (void) { sink += 7; }
extern "C" { static __attribute__ ((noipa)) void same (int i) { sink += i; } }
OWN void often (int i) { sink += i; }

/* More than a page: no caller for others to stand behind.  */
OWN void
big (void)
{
  __asm__ volatile ("jmp 1f\n\t.skip 5000, 0x90\n1:");
  for (int i = 0; i < 3000; i++)
    often (i);
}

OWN void
middle (int i)
{
  leaf_a (i);
  leaf_a (i + 1);
  leaf_b (i);
}

int
main (int argc, char **)
{
  once ();
  for (int i = 0; i < 1000; i++)
    middle (i);
  for (int i = 0; i < 500; i++)
    same (i < 400 ? object (i).value : i);
  other (1);
  big ();
  if (argc > 5)
    never_2 ();
  return 0;
}
