/* Area:    plugin, control flow
   Purpose: an interpreter with computed gotos, whose jumps GCC duplicates.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-count "run -> inc" 3000 } */
/* { dg-count "run -> dec" 1000 } */
/* { dg-count "run -> add" 2000 } */
/* { dg-count "run -> sub" 2000 } */
/* { dg-count "main -> run" 1000 } */

__attribute__ ((noipa)) int inc (int x) { return x + 1; }
__attribute__ ((noipa)) int dec (int x) { return x - 1; }
__attribute__ ((noipa)) int add (int x) { return x + 7; }
static __attribute__ ((noipa)) int sub (int x) { return x - 7; }

static int (*volatile subtract) (int) = sub;

__attribute__ ((noipa)) int
run (const unsigned char *code)
{
  static void *const table[] = { &&do_end, &&do_inc, &&do_dec, &&do_add,
				 &&do_sub };
  int x = 0;
  goto *table[*code++];
do_inc:
  x = inc (x);
  goto *table[*code++];
do_dec:
  x = dec (x);
  goto *table[*code++];
do_add:
  x = add (x);
  goto *table[*code++];
do_sub:
  x = subtract (x);
  goto *table[*code++];
do_end:
  return x;
}

int
main (void)
{
  static const unsigned char code[] = { 1, 1, 3, 4, 2, 3, 1, 4, 0 };
  for (int i = 0; i < 1000; i++)
    if (run (code) != 2)
      return 1;
  return 0;
}
