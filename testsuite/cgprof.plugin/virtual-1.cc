/* Area:    plugin, virtual calls
   Purpose: each override a virtual call site reaches has its own count.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-count "apply(shape*, int) -> square::area(int)" 600 } */
/* { dg-count "apply(shape*, int) -> circle::area(int)" 400 } */
/* { dg-count "main -> apply(shape*, int)" 1000 } */
/* { dg-calls "square::area(int)" 600 } */
/* { dg-count-spontaneous "square::area(int)" 0 } */

struct shape
{
  virtual int area (int) = 0;
};

struct square : shape
{
  int area (int) override;
};

struct circle : shape
{
  int area (int) override;
};

__attribute__ ((noipa)) int
square::area (int x)
{
  return x * x;
}

__attribute__ ((noipa)) int
circle::area (int x)
{
  return 3 * x * x;
}

__attribute__ ((noipa)) int
apply (shape *s, int x)
{
  return s->area (x) + 1; /* { dg-site "apply(shape*, int) -> circle::area(int)" "virtual-1.cc:. virtual 400" } */
}

square a;
circle b;

int
main ()
{
  int sum = 0;
  for (int i = 0; i < 1000; i++)
    sum += apply (i % 5 < 3 ? static_cast<shape *> (&a) : &b, i);
  return sum == 0;
}
