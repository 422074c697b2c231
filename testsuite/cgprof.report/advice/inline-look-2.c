/* Area:    advice, calls of small functions
   Purpose: the other unit of inline-look.c.  */
#define MIX(k) x = (x ^ (x >> 3)) * 2654435761u + k
unsigned
mix (unsigned x)
{
  MIX (1); MIX (2); MIX (3); MIX (4); MIX (5); MIX (6); MIX (7); MIX (8);
  return x;
}
