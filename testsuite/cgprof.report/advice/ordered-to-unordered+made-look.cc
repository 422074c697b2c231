/* Area:    advice, ordered containers
   Purpose: many lookups, but in maps of three elements, for which hashing
	    the key takes as long.  */
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
  index words[3333];
  unsigned state = 1;
  for (int i = 0; i < 9999; i++)
    words[i / 3].places_[next (&state)] = i;
  long found = 0;
  for (int i = 0; i < 100; i++)
    {
      state = 1;
      for (int j = 0; j < 9999; j++)
	{
	  auto place = words[j / 3].places_.find (next (&state));
	  if (place != words[j / 3].places_.end ())
	    found++;
	}
    }
  return found != 999900;
}
