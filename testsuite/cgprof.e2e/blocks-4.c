/* Area:    plugin, count=blocks in libraries
   Purpose: where the address of counters can be kept in a register, and where it
	    is to be found again; what is counted first.
   SPDX-License-Identifier: GPL-3.0-or-later  */

int called (int);

/* Nothing changes the thread.  */

int
loops (const int *values, int count)
{
  int sum = 0;
  for (int i = 0; i < count; i++)
    {
      if (values[i] > 3)
	sum += values[i];
      else if (values[i] < 0)
	sum ^= 7;
      for (int j = 0; j < i; j++)
	sum += values[j] * sum;
    }
  return sum;
}

/* Each call may.  */

int
calls (int value)
{
  int sum = called (value);
  if (sum > 3)
    sum = called (sum);
  if (sum > 7)
    sum ^= value;
  return sum;
}

/* So may a statement.  */

int
statement (int *values)
{
  if (values[0] > 3)
    values[0] ^= 5;
  __asm__ volatile ("" : : : "memory");
  if (values[1] > 9)
    values[1] = values[0];
  return values[1] > 4 ? values[2] * 7 : 1;
}

/* The target is counted in the thread's copy, which the entry gives it.  */

void
begins (void (*target) (void))
{
  target ();
}
