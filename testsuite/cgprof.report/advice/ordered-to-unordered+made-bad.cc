/* Area:    advice, ordered containers
   Purpose: a map whose type a template made, with default arguments that the
	    compiler spells out.  */
#include <map>

template<typename value>
struct by_number
{
  typedef std::map<int, value> type;
};

struct index
{
  by_number<int>::type places_;
};

static unsigned
next (unsigned *state)
{
  return (*state = *state * 1664525 + 1013904223) >> 12;
}

int
main ()
{
  index words;
  unsigned state = 1;
  for (int i = 0; i < 10000; i++)
    words.places_[next (&state)] = i;
  long found = 0;
  for (int i = 0; i < 100; i++)
    {
      state = 1;
      for (int j = 0; j < 5000; j++)
	{
	  auto place = words.places_.find (next (&state));	/* HERE */
	  if (place != words.places_.end ())
	    found++;
	}
    }
  return found != 500000;
}
