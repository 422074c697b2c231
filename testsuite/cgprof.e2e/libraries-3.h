/* A template that program and library instantiate alike.
   SPDX-License-Identifier: GPL-3.0-or-later  */

extern "C++" int leaf (int);

template<typename T> __attribute__ ((noipa)) T
shared (T x)
{
  return leaf (x) + 1;
}

struct base
{
  __attribute__ ((noipa)) virtual int value (int x) { return leaf (x) + 2; }
};

extern int library (base *);
