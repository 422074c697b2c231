/* The half of spontaneous-1.c that is compiled without the plugin.
   SPDX-License-Identifier: GPL-3.0-or-later  */

extern int called_by_name (int);

int
plain (int (*f) (int))
{
  int sum = 0;
  for (int i = 0; i < 7; i++)
    sum += f (i);
  for (int i = 0; i < 5; i++)
    sum += called_by_name (i);
  return sum;
}
