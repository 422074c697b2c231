/* The library of systems.exp.  */

__attribute__ ((noipa)) static int
inner (int i)
{
  return i / 2;
}

__attribute__ ((noipa)) int
half (int i, int (*back) (int))
{
  return i % 3 ? inner (back (i)) : inner (i) + inner (i + 1);
}
