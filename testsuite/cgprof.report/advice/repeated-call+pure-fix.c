/* Area:    advice, repeated calls
   Purpose: the program of repeated-call+pure-bad.c, as advised.  */
/* { dg-environment "CGPROF_OPTIONS=clock=cpu" } */
static unsigned __attribute__ ((noipa, pure))
divisors (unsigned n)
{
  unsigned count = 0;
  for (unsigned i = 1; i <= n; i++)
    count += n % i == 0;
  return count;
}

static volatile unsigned number = 720720;

int
main (void)
{
  unsigned sum = 0;
  unsigned last = 0;
  unsigned last_divisors = 0;
  for (unsigned i = 0; i < 100; i++)
    {
      if (number != last)
	{
	  last = number;
	  last_divisors = divisors (last);
	}
      sum += last_divisors;
    }
  return sum != 100 * 240;
}
