/* Area:    advice, repeated calls
   Purpose: a function of the program's own, of which it says that it is
	    pure, gets the same number each time.  */
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
  for (unsigned i = 0; i < 100; i++)
    sum += divisors (number);	/* HERE */
  return sum != 100 * 240;
}
