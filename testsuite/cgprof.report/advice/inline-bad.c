/* Area:    advice, calls of small functions
   Purpose: a hot accessor is defined in another unit.  */
/* { dg-additional-sources "inline-bad-2.c" } */
struct box;
unsigned box_get (const struct box *box, unsigned i);
const struct box *box_make (void);

int
main (void)
{
  const struct box *box = box_make ();
  unsigned sum = 0;
  for (unsigned i = 0; i < 40000000; i++)
    {
      sum += box_get (box, i & 255); /* HERE */
      __asm__ volatile ("" : "+r" (sum));
    }
  return sum != 40000000u / 256 * (255 * 128);
}
