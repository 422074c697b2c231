/* Inline functions of comdat-1.cc and comdat-1b.cc.
   SPDX-License-Identifier: GPL-3.0-or-later  */

extern int leaf (int);
extern int second (int);

__attribute__ ((noipa)) inline int
shared (int x)
{
  return leaf (x) + 1;
}

template <class T>
__attribute__ ((noipa)) T
twice (T x)
{
  return leaf (x) + leaf (x + 1);
}
