/* Area:    plugin, virtual calls
   Purpose: the two bodies of a virtual destructor, the complete one and the
	    deleting one, are told apart; a constructor is one function and
	    calls its own class's override.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-count "base::base() -> base::hook()" 30 } */
/* { dg-count "derived::derived() -> base::base()" 30 } */
/* { dg-count "destroy(base*) -> derived::~derived() (_ZN7derivedD0Ev)" 10 } */
/* { dg-count "derived::~derived() (_ZN7derivedD0Ev) -> derived::~derived() (_ZN7derivedD2Ev)" 10 } */
/* { dg-count "main -> derived::~derived() (_ZN7derivedD2Ev)" 20 } */
/* { dg-count "derived::~derived() (_ZN7derivedD2Ev) -> base::~base() (_ZN4baseD2Ev)" 30 } */
/* { dg-calls "base::~base() (_ZN4baseD2Ev)" 30 } */
/* { dg-calls "derived::hook()" 20 } */
/* { dg-count "use(base*) -> derived::hook()" 20 } */
/* { dg-count-spontaneous "derived::hook()" 0 } */

struct base
{
  __attribute__ ((noipa)) base ();
  __attribute__ ((noipa)) virtual ~base ();
  virtual int hook ();
  int x;
};

struct derived : base
{
  __attribute__ ((noipa)) derived ();
  __attribute__ ((noipa)) ~derived () override;
  int hook () override;
};

__attribute__ ((noipa)) int
indirectly (base *b)
{
  return b->x;
}

base::base () : x (1) { x += hook (); }
base::~base () { x += indirectly (this); }
__attribute__ ((noipa)) int base::hook () { return x; }
derived::derived () {}
derived::~derived () { x = 0; }
__attribute__ ((noipa)) int derived::hook () { return x + 1; }

__attribute__ ((noipa)) int
use (base *b)
{
  return b->hook () + 1;
}

__attribute__ ((noipa)) void
destroy (base *b)
{
  delete b;
}

int
main ()
{
  int sum = 0;
  for (int i = 0; i < 10; i++)
    {
      base *b = new derived;
      sum += use (b) + use (b);
      destroy (b);
    }
  for (int i = 0; i < 20; i++)
    {
      derived d;
      sum += d.x;
    }
  return sum == 0;
}
