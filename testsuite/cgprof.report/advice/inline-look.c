/* Area:    advice, calls of small functions
   Purpose: as many calls, but what they call is large.  */
/* { dg-additional-sources "inline-look-2.c" } */
unsigned mix (unsigned x);

int
main (void)
{
  unsigned sum = 0;
  for (unsigned i = 0; i < 40000000; i++)
    sum += mix (sum ^ i);
  return sum == 1;
}
