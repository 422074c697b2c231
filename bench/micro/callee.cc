// Functions that the micro benchmark calls from another file.
// SPDX-License-Identifier: GPL-3.0-or-later

#include "micro.h"

NOIPA int
exported (int x)
{
  return x + 1;
}

template <int N> NOIPA int
target (int x)
{
  return x + N;
}

#define T4(n) target<n>, target<n + 1>, target<n + 2>, target<n + 3>
#define T16(n) T4 (n), T4 (n + 4), T4 (n + 8), T4 (n + 12)
#define T64(n) T16 (n), T16 (n + 16), T16 (n + 32), T16 (n + 48)
function *const targets[256] = { T64 (0), T64 (64), T64 (128), T64 (192) };

template <int N> struct object_of : object
{
  NOIPA int method (int x) override { return x + N; }
};

template <int N> static object *
one_of ()
{
  static object_of<N> one;
  return &one;
}

object *
make_object (int kind)
{
  static object *(*const kinds[]) () = {
    one_of<0>, one_of<1>, one_of<2>, one_of<3>,
    one_of<4>, one_of<5>, one_of<6>, one_of<7>
  };
  return kinds[kind] ();
}
