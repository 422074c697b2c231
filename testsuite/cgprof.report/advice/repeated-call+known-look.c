/* Area:    advice, repeated calls
   Purpose: what is at the address is another each time.  */
/* { dg-environment "CGPROF_OPTIONS=clock=cpu" } */
struct numbers
{
  unsigned count;
  unsigned number[200];
};

/* GCC makes a clone of it that has no parameter.  */
static unsigned __attribute__ ((noinline, pure))
total (const struct numbers *numbers)
{
  unsigned sum = 0;
  for (unsigned i = 0; i < numbers->count; i++)
    sum += numbers->number[i] * (i ^ 5);
  return sum;
}

static struct numbers all;

int
main (int argc, char **argv)
{
  all.count = 200;
  for (unsigned i = 0; i < all.count; i++)
    all.number[i] = i * argc;
  unsigned sum = 0;
  for (unsigned i = 0; i < 300000; i++)
    {
      __asm__ volatile ("" : : "r" (&all) : "memory");
      all.number[i % 200]++;
      sum += total (&all);
    }
  return sum == 1 && !argv;
}
