// Area:    whole programs, overhead
// Purpose: indirect and virtual calls with one target and with two.  (How long
//	    a search takes among more depends on their addresses.)
// SPDX-License-Identifier: GPL-3.0-or-later

#define NOIPA __attribute__ ((noipa))

struct shape
{
  virtual int area (int) = 0;
};

template <int N> struct shape_of : shape
{
  NOIPA int area (int x) override { return x + N; }
};

static shape_of<1> one;
static shape_of<2> two;
static shape *volatile shapes[] = { &one, &two };

template <int N> NOIPA static int
target (int x)
{
  return x ^ N;
}

static int (*volatile targets[]) (int) = { target<1>, target<2> };

NOIPA static int
run (int n)
{
  int x = 0;
  for (int i = 0; i < n; i++)
    {
      x += shapes[0]->area (x);
      x += shapes[i % 2]->area (x);
      x += targets[0] (x);
      x += targets[i % 2] (x);
    }
  return x;
}

int
main ()
{
  return run (100000) == 1;
}
