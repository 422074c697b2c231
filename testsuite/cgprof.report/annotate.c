/* What annotate.exp annotates.  */
#include "annotate.h"

static CALL int leaf (int x) { return x + 1; }
static CALL int other (int x) { return x + 2; }
static int (*volatile pointer) (int) = other;
CALL int tail (int x) { return leaf (x + 3); }

int
main (void)
{
  int sum = 0;
  for (int i = 0; i < 7; i++)
    sum += leaf (i) + leaf (i + 1);
  sum += twice (leaf, 2);
  for (int i = 0; i < 4; i++)
    sum += pointer (i);

  if (sum == 1)
    sum += tail (0);
  sum += tail (sum);
  return sum == 0;
}
