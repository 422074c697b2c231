/* Area:    advice, calls through a pointer
   Purpose: as many calls, but half of them go to another function.  */
typedef unsigned operation (unsigned);

static unsigned __attribute__ ((noinline))
add (unsigned x)
{
  return x + 1;
}

static unsigned __attribute__ ((noinline))
add_two (unsigned x)
{
  return x + 2;
}

static operation *const volatile table[] = { add, add_two };

int
main (void)
{
  unsigned x = 0;
  for (unsigned i = 0; i < 20000000; i++)
    x = table[i & 1] (x);
  return x != 30000000;
}
