/* Area:    advice, calls through a pointer
   Purpose: the program of one-target-bad.c, as advised.  */
typedef unsigned operation (unsigned);

static inline unsigned
add (unsigned x)
{
  return x + 1;
}

static operation *volatile chosen = add;

int
main (void)
{
  operation *f = chosen;
  unsigned x = 0;
  for (unsigned i = 0; i < 20000000; i++)
    {
      x = f == add ? add (x) : f (x);
      __asm__ volatile ("" : "+r" (x));
    }
  return x != 20000000;
}
