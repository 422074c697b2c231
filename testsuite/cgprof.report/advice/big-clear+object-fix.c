/* Area:    advice, big objects that are cleared
   Purpose: the program of big-clear+object-bad.c, as advised.  */
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
  struct parser p;
  p.depth = 0;
  return look (&p, 4);
}

int
main (void)
{
  int sum = 0;
  for (int i = 0; i < 5000; i++)
    sum += parse ();
  return sum != 5000 || last.depth < 0;
}
