/* The newer of two builds that diff.exp compares: other lines, another order
   of functions, one renamed, a call more, other counts.  */
#define CALL __attribute__ ((noipa))

static CALL int moved (int x) { return x + 3; }
static CALL int fresh (int x) { return x + 2; }
static CALL int leaf (int x) { return x + 1; }
CALL int same (int x) { return leaf (x); }
static int (*table[]) (int) = { leaf, fresh, same };


CALL int
caller (int n)
{
  int sum = 0;

  for (int i = 0; i < n + 2; i++)
    sum += leaf (i);
  sum += moved (sum);
  for (int i = 0; i < n / 2; i++)
    sum += leaf (i);
  for (int i = 0; i < n; i++)
    sum += table[i % 3] (i);
  return sum + leaf (sum);
}

int
main (void)
{
  return caller (30) == 0;
}
