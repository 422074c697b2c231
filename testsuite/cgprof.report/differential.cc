/* Functions of every kind that has a symbol of its own, for profiles made
   at random: it is never run.  */

#include <cstdlib>
#include <map>
#include <string>
#include <vector>

namespace deep {
template <typename T> struct holder
{
  std::vector<T> values;
  __attribute__ ((noinline)) void add (T value) { values.push_back (value); }
  __attribute__ ((noinline)) T sum () const;
};

template <typename T>
T
holder<T>::sum () const
{
  T all = T ();
  for (const T &value : values)
    all += value;
  return all;
}
}

static __attribute__ ((noinline)) int
one (int x)
{
  return x * 3 + rand ();
}

static __attribute__ ((noinline)) int
two (int x, int mode)
{
  if (__builtin_expect (x == 77, 0))
    abort ();
  return mode ? one (x) + 1 : one (x + 1);
}

__attribute__ ((weak)) int
overridden (int x)
{
  return two (x, 1);
}

extern "C" int
_underlined (int x)
{
  return overridden (x) + two (x, 0);
}

struct base
{
  virtual ~base () {}
  virtual int get (int) = 0;
};

struct derived : base
{
  int get (int x) override { return _underlined (x); }
};

static int even (int);
static __attribute__ ((noinline)) int
odd (int x)
{
  return x > 0 ? even (x - 1) + rand () : 0;
}

static __attribute__ ((noinline)) int
even (int x)
{
  return x > 0 ? odd (x - 1) + rand () : 1;
}

int
main (int argc, char **argv)
{
  deep::holder<int> numbers;
  deep::holder<std::string> words;
  std::map<std::string, int> counts;
  derived object;
  base *pointer = &object;
  for (int i = 0; i < argc; i++)
    {
      numbers.add (pointer->get (i));
      words.add (argv[i]);
      counts[argv[i]] += even (i);
    }
  return numbers.sum () + (int) words.sum ().size () + (int) counts.size ();
}
