/* Area:    advice, calls of small functions
   Purpose: the program of inline-bad.c, as advised.  */
struct box
{
  unsigned size;
  unsigned data[256];
};

static struct box only;

static const struct box *__attribute__ ((noipa))
box_make (void)
{
  only.size = 256;
  for (unsigned i = 0; i < 256; i++)
    only.data[i] = i;
  return &only;
}

static inline unsigned
box_get (const struct box *box, unsigned i)
{
  return i < box->size ? box->data[i] : 0;
}

int
main (void)
{
  const struct box *box = box_make ();
  unsigned sum = 0;
  for (unsigned i = 0; i < 40000000; i++)
    {
      sum += box_get (box, i & 255);
      __asm__ volatile ("" : "+r" (sum));
    }
  return sum != 40000000u / 256 * (255 * 128);
}
