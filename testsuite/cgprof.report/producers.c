/* A program with counts that are known, whoever counts them.  */

#define CALLED __attribute__ ((noipa))

volatile unsigned long sum;

CALLED static void
leaf (unsigned long n)
{
  for (unsigned long i = 0; i < n; i++)
    sum += i;
}

CALLED void
middle (int n)
{
  for (int i = 0; i < n; i++)
    leaf (100000);
}

CALLED int
deep (int n)
{
  return n ? deep (n - 1) + 1 : 0;
}

int
main (void)
{
  for (int i = 0; i < 20; i++)
    middle (5);
  leaf (30000000);
  return deep (9) != 9;
}
