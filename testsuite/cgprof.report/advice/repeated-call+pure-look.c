/* Area:    advice, repeated calls
   Purpose: it gets another number each time.  */
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
    sum += divisors (number + i);
  return sum < 100;
}
