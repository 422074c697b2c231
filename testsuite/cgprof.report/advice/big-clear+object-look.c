/* Area:    advice, big objects that are cleared
   Purpose: the object is then copied as a whole.  */
#include <string.h>

struct parser
{
  int depth;
  int stack[16383];
};

static struct parser last;

static int __attribute__ ((noinline))
look (struct parser *p, int n)
{
  __asm__ volatile ("" : "+r" (p) : : "memory");
  for (int i = 0; i < n; i++)
    p->stack[p->depth++] = i + 1;
  return p->stack[0];
}

static int __attribute__ ((noinline))
parse (void)
{
  struct parser p = { 0 };
  int first = look (&p, 4);
  last = p;
  return first;
}

int
main (void)
{
  int sum = 0;
  for (int i = 0; i < 5000; i++)
    sum += parse ();
  return sum != 5000 || last.depth < 0;
}
