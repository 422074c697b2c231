/* Area:    advice, calls through a pointer
   Purpose: all calls of a hot one go to one small function.  */
typedef unsigned operation (unsigned);

static unsigned __attribute__ ((noinline))
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
    x = f (x);			/* HERE */
  return x != 20000000;
}
