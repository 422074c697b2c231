/* Area:    reporter, options
   Purpose: functions for cases/options.case, which makes the profile itself.  */

static int
leaf (int x)
{
  return x + 1;
}

int
middle (int x)
{
  return leaf (x)
    + leaf (x + 1);
}

int
idle (int x)
{
  return x - 1;
}

int
main (int argc, char **argv)
{
  (void) argv;
  if (argc > 3)
    return idle (argc);
  return middle (argc);
}

/* A local symbol that has not the type of a function, for -D.  */
__asm__ (".text\nlabel:\n\t.skip 16\n");
