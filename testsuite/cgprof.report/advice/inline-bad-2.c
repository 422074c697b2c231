/* Area:    advice, calls of small functions
   Purpose: the other unit of inline-bad.c.  */
struct box
{
  unsigned size;
  unsigned data[256];
};

static struct box only;

const struct box *
box_make (void)
{
  only.size = 256;
  for (unsigned i = 0; i < 256; i++)
    only.data[i] = i;
  return &only;
}

unsigned
box_get (const struct box *box, unsigned i)
{
  return i < box->size ? box->data[i] : 0;
}
