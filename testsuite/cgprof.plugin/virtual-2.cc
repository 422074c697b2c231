/* Area:    plugin, virtual calls
   Purpose: multiple and virtual inheritance: a call that goes through a
	    thunk is a call of the function behind it, with no spontaneous
	    entry left over.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-count "by_b(B*) -> C::value()" 300 } */
/* { dg-count "by_a(A*) -> C::value()" 100 } */
/* { dg-count "by_b(B*) -> B::value()" 50 } */
/* { dg-count "by_root(R*) -> E::value()" 70 } */
/* { dg-count "by_root(R*) -> V::value()" 20 } */
/* { dg-calls "C::clone()" 10 } */
/* { dg-count "C::value() -> leaf(int)" 400 } */
/* { dg-calls "C::value()" 400 } */
/* { dg-calls "E::value()" 70 } */
/* { dg-count-spontaneous "C::value()" 0 } */
/* { dg-count-spontaneous "E::value()" 0 } */
/* { dg-count-spontaneous "C::clone()" 0 } */

__attribute__ ((noipa)) int
leaf (int x)
{
  return x + 1;
}

struct R
{
  int r = 1;
  virtual int value () = 0;
};

struct A
{
  int a = 2;
  virtual int value () { return a; }
};

struct B
{
  int b = 3;
  virtual int value ();
  virtual B *clone ();
};

struct C : A, B
{
  int value () override;
  C *clone () override;
};

struct V : virtual R
{
  int v = 4;
  int value () override;
};

struct E : A, V
{
  int value () override;
};

__attribute__ ((noipa)) int B::value () { return b; }
__attribute__ ((noipa)) B *B::clone () { return this; }
__attribute__ ((noipa)) int C::value () { return leaf (a) + b; }
/* Called through B, the pointer it returns is adjusted too.  */
__attribute__ ((noipa)) C *C::clone () { return this; }
__attribute__ ((noipa)) int V::value () { return r + v; }
__attribute__ ((noipa)) int E::value () { return r + v + a; }

__attribute__ ((noipa)) int
by_a (A *a)
{
  return a->value () + 1;
}

__attribute__ ((noipa)) int
by_b (B *b)
{
  int sum = b->value ();
  if (sum == 1000)
    sum += b->clone ()->b;
  return sum;
}

__attribute__ ((noipa)) int
by_root (R *r)
{
  return r->value () + 1;
}

C c, c_thousand;
B b;
E e;
V v;

int
main ()
{
  int sum = 0;
  c_thousand.b = 1000 - leaf (c_thousand.a);
  for (int i = 0; i < 290; i++)
    sum += by_b (&c);
  for (int i = 0; i < 10; i++)
    sum += by_b (&c_thousand);
  for (int i = 0; i < 50; i++)
    sum += by_b (&b);
  for (int i = 0; i < 100; i++)
    sum += by_a (&c);
  for (int i = 0; i < 70; i++)
    sum += by_root (&e);
  for (int i = 0; i < 20; i++)
    sum += by_root (&v);
  return sum == 0;
}
