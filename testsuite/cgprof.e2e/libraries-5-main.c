/* Calls versioned functions.
   SPDX-License-Identifier: GPL-3.0-or-later  */

int api (int);
int other (int);

#ifndef OLD
int (*volatile pointer) (int) = other;
#endif

int
main (void)
{
  int sum = 0;
  for (int i = 0; i < 100; i++)
    sum += api (i);
#ifndef OLD
  for (int i = 0; i < 30; i++)
    sum += other (i);
  for (int i = 0; i < 7; i++)
    sum += pointer (i);
#endif
  return sum == 0;
}
